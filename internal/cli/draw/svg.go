package draw

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// The measures of a drawing, in pixels.
const (
	margin     = 24
	charWidth  = 7.3 // of a monospaced font at 12 pixels
	nodeHeight = 24
	rowHeight  = 38
	padding    = 10
	gap        = 90 // between columns, for the edges
	headHeight = 34
	longest    = 48 // columns of a label
)

// colours tell the types of edges apart on white; types beyond them share one.
var colours = [...]string{"#0b62a4", "#b3261e", "#1b7a3d", "#8a4fbf", "#a35c00", "#00796b", "#b5307f", "#5d6b00"}

const otherColour = "#555555"

// svg draws the groups from left to right in the order of the document, each as
// columns of boxes in a frame, and the edges as curves. Boxes stand near those
// that they are joined with: a few sweeps in which each goes to the mean place of
// its neighbours. The cost grows with the edges, and n log n with the nodes.
func svg(w io.Writer, g *Graph) error {
	names, groups := g.groups()
	order(g, groups)
	type box struct{ x, y, width float64 }
	boxes := make([]box, len(g.Nodes))
	labels := make([]string, len(g.Nodes))
	type frame struct{ x, width, height float64 }
	frames := make([]frame, len(groups))
	x, height := float64(margin), 0.0
	for k, nodes := range groups {
		rows := max(8, int(math.Ceil(math.Sqrt(3*float64(len(nodes))))))
		left := x
		for begin := 0; begin < len(nodes); begin += rows {
			column := nodes[begin:min(begin+rows, len(nodes))]
			width := 60.0
			for _, i := range column {
				labels[i] = cut(visible(g.Nodes[i].Kind + " " + g.Nodes[i].Name))
				width = max(width, float64(uniseg.StringWidth(labels[i]))*charWidth+2*padding)
			}
			for j, i := range column {
				boxes[i] = box{x + padding, margin + headHeight + float64(j*rowHeight), width}
			}
			x += width + gap
		}
		frames[k] = frame{left, max(x-gap-left+2*padding, float64(uniseg.StringWidth(cut(visible(names[k]))))*charWidth+2*padding),
			headHeight + float64(min(rows, len(nodes))*rowHeight)}
		x = left + frames[k].width + gap
		height = max(height, frames[k].height)
	}
	var types []string
	colour := make(map[string]string)
	for i := range g.Edges {
		t := g.Edges[i].Type
		if _, known := colour[t]; !known {
			colour[t] = otherColour
			if len(types) < len(colours) {
				colour[t] = colours[len(types)]
			}
			types = append(types, t)
		}
	}
	legend := types[:min(len(types), len(colours))]
	width := max(x-gap+margin, 240)
	total := height + 3*margin + float64(len(legend)*20)
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="monospace" font-size="12" role="img">`+"\n", width, total, width, total)
	fmt.Fprintf(w, "<title>%d symbols and %d edges</title>\n", len(g.Nodes), len(g.Edges))
	fmt.Fprint(w, `<rect width="100%" height="100%" fill="#ffffff"/>`+"\n")
	fmt.Fprint(w, `<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>`+"\n")
	for k, f := range frames {
		fmt.Fprintf(w, `<rect x="%.1f" y="%d" width="%.1f" height="%.1f" rx="6" fill="#f5f6f8" stroke="#c5c9d0"/><text x="%.1f" y="%d" font-weight="bold" fill="#333333">%s</text>`+"\n",
			f.x, margin, f.width, f.height, f.x+padding, margin+20, xmlText(cut(visible(names[k]))))
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		a, b := boxes[e.From], boxes[e.To]
		ay, by := a.y+nodeHeight/2, b.y+nodeHeight/2
		ax, bx, bend, into := a.x+a.width, b.x, gap/2.0, -gap/2.0
		switch {
		case a.x == b.x: // in one column: around its right side
			bx, into = b.x+b.width, bend
		case b.x < a.x:
			ax, bx, bend, into = a.x, b.x+b.width, -bend, bend
		}
		if e.From == e.To {
			ay, by = a.y+6, a.y+nodeHeight-6
		}
		dash := ""
		if e.Status == "removed" {
			dash = ` stroke-dasharray="5 3"`
		}
		fmt.Fprintf(w, `<path d="M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f" fill="none" stroke="%s"%s marker-end="url(#to)"><title>%s</title></path>`+"\n",
			ax, ay, ax+bend, ay, bx+into, by, bx, by, colour[e.Type], dash,
			xmlText(visible(g.Nodes[e.From].Name+" → "+g.Nodes[e.To].Name+": "+e.label())))
	}
	for i, b := range boxes {
		fmt.Fprintf(w, `<g><title>%s</title><rect x="%.1f" y="%.1f" width="%.1f" height="%d" rx="4" fill="#ffffff" stroke="#6b7280"/><text x="%.1f" y="%.1f" fill="#111111">%s</text></g>`+"\n",
			xmlText(visible(g.Nodes[i].Kind+" "+g.Nodes[i].Name)), b.x, b.y, b.width, nodeHeight, b.x+padding, b.y+16, xmlText(labels[i]))
	}
	for i, t := range legend {
		y := height + 2*margin + float64(i*20)
		fmt.Fprintf(w, `<path d="M%d %.1fh30" stroke="%s" stroke-width="2"/><text x="%d" y="%.1f" fill="#333333">%s</text>`+"\n",
			margin, y, colour[t], margin+38, y+4, xmlText(cut(visible(t))))
	}
	_, err := fmt.Fprintln(w, "</svg>")
	return err
}

// order puts the nodes of each group where their neighbours are.
func order(g *Graph, groups [][]int) {
	place := make([]float64, len(g.Nodes)) // from 0 at the top to 1
	spread := func(nodes []int) {
		for j, i := range nodes {
			place[i] = float64(j) / float64(len(nodes))
		}
	}
	for _, nodes := range groups {
		spread(nodes)
	}
	const sweeps = 8
	for range sweeps {
		sum, count := make([]float64, len(g.Nodes)), make([]float64, len(g.Nodes))
		for i := range g.Edges {
			e := &g.Edges[i]
			sum[e.From] += place[e.To]
			sum[e.To] += place[e.From]
			count[e.From]++
			count[e.To]++
		}
		for i := range sum {
			if count[i] == 0 {
				sum[i], count[i] = place[i], 1
			}
		}
		for _, nodes := range groups {
			slices.SortStableFunc(nodes, func(a, b int) int {
				switch d := sum[a]/count[a] - sum[b]/count[b]; {
				case d < 0:
					return -1
				case d > 0:
					return 1
				}
				return 0
			})
			spread(nodes)
		}
	}
}

// cut is a label that is not too long.
func cut(s string) string {
	if uniseg.StringWidth(s) <= longest {
		return s
	}
	var b strings.Builder
	state, width := -1, 0
	for s != "" {
		var cluster string
		var w int
		cluster, s, w, state = uniseg.FirstGraphemeClusterInString(s, state)
		if width += w; width > longest-1 {
			break
		}
		b.WriteString(cluster)
	}
	return b.String() + "…"
}

func xmlText(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes everything
	return b.String()
}
