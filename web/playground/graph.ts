// A graph as a picture: a column for each distance, the symbols in it by their
// order in the document, the edges as curves; and the same as a list to be read.
import { make, shorten, svg } from './dom';

export interface Graph {
  symbols?: { qualifiedName: string; kind: string; score: number; distance: number }[];
  edges?: { source: string; target: string; edgeType: string; status?: string }[];
}

/** More are no picture any more. */
const mostSymbols = 150;
const mostEdges = 600;

const [width, height, across, down, margin] = [190, 40, 300, 64, 24];

export function drawGraph({ symbols = [], edges = [] }: Graph): Node[] {
  const shown = symbols.slice(0, mostSymbols);
  const distances = [...new Set(shown.map(({ distance }) => distance))].sort((a, b) => a - b);
  const columns = distances.map(() => 0);
  const places = new Map<string, { x: number; y: number }>();
  for (const { qualifiedName, distance } of shown) {
    const column = distances.indexOf(distance);
    places.set(qualifiedName, { x: margin + column * across, y: margin + columns[column]!++ * down });
  }
  const within = edges.filter(({ source, target }) => places.has(source) && places.has(target)).slice(0, mostEdges);
  const size = [2 * margin + (distances.length - 1) * across + width + 40, 2 * margin + Math.max(...columns, 1) * down] as const;

  const arrow = svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse' },
    svg('path', { d: 'M0 0 L8 4 L0 8 z', class: 'head' }));
  const picture = svg('svg', {
    viewBox: `0 0 ${size[0]} ${size[1]}`, width: size[0], height: size[1], role: 'img',
    'aria-label': `A graph of ${symbols.length} symbols and ${edges.length} edges; they are listed below.`,
  }, svg('defs', {}, arrow));
  for (const { source, target, edgeType } of within) {
    const [from, to] = [places.get(source)!, places.get(target)!];
    picture.append(svg('path', { class: 'edge', d: curve(from, to), 'marker-end': 'url(#arrow)' },
      svg('title', {}, `${source} ${edgeType} ${target}`)));
  }
  for (const { qualifiedName, kind, score } of shown) {
    const { x, y } = places.get(qualifiedName)!;
    picture.append(svg('g', { class: 'symbol' },
      svg('title', {}, `${qualifiedName}: ${kind}, ${score}`),
      svg('rect', { x, y, width, height, rx: 5 }),
      svg('text', { x: x + 8, y: y + 17 }, shorten(qualifiedName.slice(qualifiedName.lastIndexOf('/') + 1), 24)),
      svg('text', { x: x + 8, y: y + 32, class: 'kind' }, `${shorten(kind, 16)} ${score}`)));
  }
  return [
    make('div', { class: 'scroll picture', tabindex: '0', role: 'region', 'aria-label': 'Picture of the graph' }, picture),
    ...(shown.length < symbols.length ? [make('p', {}, `The first ${shown.length} of ${symbols.length} symbols are in the picture.`)] : []),
    make('details', {}, make('summary', {}, `${edges.length} edges`),
      make('ul', {}, ...edges.slice(0, mostEdges).map(({ source, target, edgeType }) => make('li', {}, `${source} ${edgeType} ${target}`)))),
  ];
}

/** From one box to another: between their nearer sides, or round within a column. */
function curve(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const [y1, y2] = [from.y + height / 2, to.y + height / 2];
  if (from.x === to.x) {
    const x = from.x + width;
    return `M${x} ${y1} C${x + 40} ${y1} ${x + 40} ${y2} ${x} ${y2}`;
  }
  const [x1, x2] = from.x < to.x ? [from.x + width, to.x] : [from.x, to.x + width];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}
