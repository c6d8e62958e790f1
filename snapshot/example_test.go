package snapshot_test

import (
	"errors"
	"fmt"
	"strings"

	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// orders makes a table as a server would from its own data.
func orders(rows ...string) *snapshot.Table {
	data, err := value.FromJSON("[" + strings.Join(rows, ",") + "]")
	if err != nil {
		panic(err)
	}
	table, err := snapshot.TableFromValue("orders", "id", data)
	if err != nil {
		panic(err)
	}
	return table
}

var (
	first  = `{"id":1001,"total":59.98,"status":"shipped"}`
	second = `{"id":1002,"total":29.99,"status":"pending"}`
	third  = `{"id":1003,"total":129.5,"status":"shipped"}`
	change = `{"id":1002,"total":29.99,"status":"shipped"}`
)

// short keeps the roots out of the way.
func short(payload []byte) string {
	words := strings.Fields(string(payload))
	out := string(payload)
	for _, w := range words {
		if _, root, ok := strings.Cut(w, "="+snapshot.Algorithm); ok {
			out = strings.Replace(out, root, root[:6]+"…", 1)
		}
	}
	return out
}

// A server keeps one producer for each conversation. The client says with each
// call which root it holds.
func ExampleProducer() {
	producer := snapshot.NewProducer(snapshot.Options{
		Tool:     "list_orders",
		Guard:    snapshot.NoGuard, // three rows are too few to save anything
		Reanchor: snapshot.Reanchor{Every: 15},
	})
	held := ""
	for _, current := range []*snapshot.Table{orders(first, second), orders(first, second), orders(first, change, third)} {
		answer, err := producer.Answer(held, current)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s:\n%s\n", answer.Outcome, short(answer.Payload))
		held = answer.Root
	}
	// Output:
	// full:
	// GCF profile=generic tool=list_orders pack_root=sha256:5a0964… key=id
	// ## orders [2]{@id,total,status}
	// 1001|59.98|shipped
	// 1002|29.99|pending
	//
	// unchanged:
	// GCF profile=generic tool=list_orders unchanged=true pack_root=sha256:5a0964… count=2
	//
	// delta:
	// GCF profile=generic delta=true base_root=sha256:5a0964… new_root=sha256:5b49de… key=id
	// ## added [1]{@id,total,status}
	// 1003|129.5|shipped
	// ## changed [1]{@id,total,status}
	// 1002|29.99|shipped
}

// The other end takes the payloads as they come, whatever they are.
func ExampleConsumer() {
	producer := snapshot.NewProducer(snapshot.Options{Guard: snapshot.NoGuard})
	var consumer snapshot.Consumer
	for _, current := range []*snapshot.Table{orders(first, second), orders(first, change, third)} {
		answer, err := producer.Answer(consumer.Root(), current)
		if err != nil {
			fmt.Println(err)
			return
		}
		now, err := consumer.Receive(parser.Parse(string(answer.Payload)))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(answer.Outcome, now.Len(), "rows", now.Root() == current.Root())
	}

	// A payload that went wrong on the way changes nothing.
	_, err := consumer.Receive(parser.Parse("GCF profile=generic delta=true base_root=" + consumer.Root() +
		" new_root=sha256:00 key=id\n## removed [1]{@id}\n1001\n"))
	var mismatch *snapshot.RootError
	fmt.Println(errors.As(err, &mismatch), consumer.Snapshot().Len(), "rows")
	// Output:
	// full 2 rows true
	// delta 3 rows true
	// true 3 rows
}

// A delta says exactly why it does not apply.
func ExampleApply() {
	base := orders(first, second)
	delta, err := snapshot.Diff(base, orders(first, change, third))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = snapshot.Apply(orders(first), delta)
	var other *snapshot.BaseError
	fmt.Println(errors.As(err, &other) && other.Want == base.Root())

	edited := *delta.(*snapshot.TableDelta)
	edited.Removed = append(edited.Removed, value.NewInt(1004))
	_, err = snapshot.Apply(base, &edited)
	fmt.Println(err)
	// Output:
	// true
	// delta_invalid: removed[0] 1004: is not in the base
}

// A session declares a symbol once and then refers to it.
func ExampleSession() {
	session := snapshot.NewSession(snapshot.SessionOptions{IDs: 10_000})
	auth := snapshot.Symbol{Kind: "function", QualifiedName: "pkg.Auth", Score: 0.9, Provenance: "lsp"}
	server := snapshot.Symbol{Kind: "function", QualifiedName: "pkg.Server", Score: 0.7, Provenance: "lsp", Distance: 1}
	config := snapshot.Symbol{Kind: "type", QualifiedName: "pkg.Config", Score: 0.4, Provenance: "lsp", Distance: 1}
	for _, symbols := range [][]snapshot.Symbol{{auth, server}, {auth, config}} {
		graph, err := snapshot.NewGraph(symbols, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		call, err := session.Encode(graph, snapshot.Header{Tool: "context"})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s\n", call.Payload)
		call.Delivered() // once it has been sent
	}
	// Output:
	// GCF profile=graph tool=context symbols=2 session=true
	// ## targets
	// @0 fn pkg.Auth 0.90 lsp
	// ## related
	// @1 fn pkg.Server 0.70 lsp
	//
	// GCF profile=graph tool=context symbols=2 session=true
	// ## targets
	// @0  # previously transmitted
	// ## related
	// @2 type pkg.Config 0.40 lsp
}

// A root is the hash of records that anybody can write down.
func ExampleTable_Records() {
	table := orders(second, first)
	for _, record := range table.Records() {
		fmt.Printf("%q\n", record)
	}
	// Output:
	// "R\tid\t1001\tstatus\t\"shipped\"\ttotal\t59.98\n"
	// "R\tid\t1002\tstatus\t\"pending\"\ttotal\t29.99\n"
}
