package value

// symbolKinds is the table of spec section 5 where the two forms of a kind
// differ.
var symbolKinds = [...]struct{ short, full string }{
	{"fn", "function"},
	{"iface", "interface"},
	{"route", "route_handler"},
	{"ext", "external"},
	{"pkg", "package"},
	{"svc", "service"},
}

// AbbreviateKind returns a symbol's kind as the graph profile writes it: "fn"
// for "function". Unknown kinds are their own abbreviation.
func AbbreviateKind(kind string) string {
	for i := range symbolKinds {
		if symbolKinds[i].full == kind {
			return symbolKinds[i].short
		}
	}
	return kind
}

// ExpandKind returns the full form of a symbol's kind: "function" for "fn".
// Unknown kinds are their own full form.
func ExpandKind(kind string) string {
	for i := range symbolKinds {
		if symbolKinds[i].short == kind {
			return symbolKinds[i].full
		}
	}
	return kind
}
