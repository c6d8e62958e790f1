package snapshot

// kinds is the table of spec section 5 where the two forms differ. Kinds that
// are not in it have one form.
var kinds = [...]struct{ short, full string }{
	{"fn", "function"},
	{"iface", "interface"},
	{"route", "route_handler"},
	{"ext", "external"},
	{"pkg", "package"},
	{"svc", "service"},
}

// abbreviate returns a kind as payloads and canonical records write it.
func abbreviate(kind string) string {
	for i := range kinds {
		if kinds[i].full == kind {
			return kinds[i].short
		}
	}
	return kind
}

// expand returns a kind in full.
func expand(kind string) string {
	for i := range kinds {
		if kinds[i].short == kind {
			return kinds[i].full
		}
	}
	return kind
}
