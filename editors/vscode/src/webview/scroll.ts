// Where rows are in a scrolled area that may stand for more rows than a
// browser can scroll by pixels.

/** Browsers stop at some 16 to 33 million pixels. */
const tallest = 8_000_000;

export class Scroll {
  /** The height of the whole area. */
  readonly height: number;

  constructor(
    private readonly rows: number,
    private readonly rowHeight: number,
    /** The height in which rows are seen. */
    private readonly view: number,
  ) {
    this.height = Math.min(rows * rowHeight, tallest);
  }

  /** How many rows fit, the last one perhaps in part. */
  get visible(): number {
    return Math.ceil(this.view / this.rowHeight);
  }

  /** The first row in view at a scroll position, with the part of it that is above the view. */
  rowAt(position: number): number {
    const reach = this.height - this.view;
    if (reach <= 0) return 0;
    return Math.min(Math.max(position / reach, 0), 1) * this.lastTop;
  }

  /** The scroll position at which a row is the first in view. */
  positionOf(row: number): number {
    if (this.lastTop <= 0) return 0;
    return (Math.min(Math.max(row, 0), this.lastTop) / this.lastTop) * (this.height - this.view);
  }

  private get lastTop(): number {
    return Math.max(this.rows - this.view / this.rowHeight, 0);
  }
}
