// Package gendata makes the documents that benchmarks measure: the same data
// as GCF and as JSON, from a fixed seed.
package gendata

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Table returns a flat table of n rows and 7 columns (about 60 bytes a row) as
// GCF and as compact JSON.
func Table(n int) (gcf, json string) {
	r := rand.New(rand.NewPCG(1, 2))
	var g, j strings.Builder
	fmt.Fprintf(&g, "GCF profile=generic\n## employees [%d]{id,name,department,email,salary,rating,active}\n", n)
	j.WriteString(`{"employees":[`)
	for i := range n {
		first, last := pick(r, firstNames), pick(r, lastNames)
		department := pick(r, departments)
		email := fmt.Sprintf("%s.%s%d@example.com", strings.ToLower(first), strings.ToLower(last), i%1000)
		salary := 40000 + r.IntN(90000)
		rating := fmt.Sprintf("%d.%d", 1+r.IntN(4), 1+r.IntN(9))
		active := r.IntN(2) == 0
		fmt.Fprintf(&g, "%d|%s %s|%s|%s|%d|%s|%t\n", i, first, last, department, email, salary, rating, active)
		if i > 0 {
			j.WriteByte(',')
		}
		fmt.Fprintf(&j, `{"id":%d,"name":"%s %s","department":"%s","email":"%s","salary":%d,"rating":%s,"active":%t}`,
			i, first, last, department, email, salary, rating, active)
	}
	j.WriteString("]}")
	return g.String(), j.String()
}

// Orders returns n orders with an array attachment each (about 180 bytes an
// order) as GCF and as compact JSON.
func Orders(n int) (gcf, json string) {
	r := rand.New(rand.NewPCG(3, 4))
	var g, j strings.Builder
	fmt.Fprintf(&g, "GCF profile=generic\n## orders [%d]{id,\"customer>name\",\"customer>email\",status,items,total}\n", n)
	j.WriteString(`{"orders":[`)
	for i := range n {
		first, last := pick(r, firstNames), pick(r, lastNames)
		email := fmt.Sprintf("%s%d@example.com", strings.ToLower(first), i%1000)
		status := pick(r, statuses)
		items := 1 + r.IntN(4)
		if i > 0 {
			j.WriteByte(',')
		}
		fmt.Fprintf(&j, `{"id":"ORD-%05d","customer":{"name":"%s %s","email":"%s"},"status":"%s","items":[`,
			i, first, last, email, status)
		var rows strings.Builder
		total := 0
		for k := range items {
			sku, quantity, cents := pick(r, products), 1+r.IntN(9), 101+10*r.IntN(900)
			total += quantity * cents
			fmt.Fprintf(&rows, "    %s|%s|%d|%d.%02d\n", sku.code, sku.name, quantity, cents/100, cents%100)
			if k > 0 {
				j.WriteByte(',')
			}
			fmt.Fprintf(&j, `{"sku":"%s","name":"%s","quantity":%d,"price":%d.%02d}`, sku.code, sku.name, quantity, cents/100, cents%100)
		}
		if total%10 == 0 {
			total++
		}
		fmt.Fprintf(&g, "@%d ORD-%05d|%s %s|%s|%s|^|%d.%02d\n", i, i, first, last, email, status, total/100, total%100)
		fields := ""
		if i == 0 {
			fields = "{sku,name,quantity,price}"
		}
		fmt.Fprintf(&g, ".items [%d]%s\n%s", items, fields, rows.String())
		fmt.Fprintf(&j, `],"total":%d.%02d}`, total/100, total%100)
	}
	j.WriteString("]}")
	return g.String(), j.String()
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

type product struct{ code, name string }

var (
	firstNames  = []string{"Alice", "Bob", "Carol", "David", "Emma", "Frank", "Grace", "Henry", "Irene", "Jack"}
	lastNames   = []string{"Smith", "Jones", "Wu", "Garcia", "Miller", "Novak", "Rossi", "Tanaka", "Okafor", "Berg"}
	departments = []string{"Engineering", "Sales", "Marketing", "Finance", "Support", "Operations"}
	statuses    = []string{"pending", "shipped", "delivered", "cancelled"}
	products    = []product{
		{"SKU-WM01", "Wireless Mouse"}, {"SKU-MK04", "Mechanical Keyboard"}, {"SKU-MA05", "Monitor Arm"},
		{"SKU-UC02", "USB Cable"}, {"SKU-DS09", "Desk Stand"}, {"SKU-WC07", "Web Camera"},
	}
)
