// Lines and bands as SVG paths, with at most two points for each column of pixels.

export interface Point {
  x: number;
  y: number;
}

/** The lowest and the highest point of each column of pixels, in their order. `points` are sorted by x. */
export function thinned(points: Point[]): Point[] {
  const found: Point[] = [];
  for (let i = 0; i < points.length; ) {
    const column = Math.floor(points[i]!.x);
    let low = i;
    let high = i;
    let end = i;
    for (; end < points.length && Math.floor(points[end]!.x) === column; ++end) {
      low = points[end]!.y < points[low]!.y ? end : low;
      high = points[end]!.y > points[high]!.y ? end : high;
    }
    const is_last = end === points.length;
    const kept = new Set([Math.min(low, high), Math.max(low, high)]);
    if (is_last) {
      kept.clear();
      kept.add(i).add(end - 1); // the line ends where the values end
    }
    kept.forEach((k) => found.push(points[k]!));
    i = end;
  }
  return found;
}

const place = ({ x, y }: Point) => `${x.toFixed(1)},${y.toFixed(1)}`;

/** A line with a gap wherever a point is null. */
export function line_path(points: (Point | null)[]): string {
  let path = '';
  let run: Point[] = [];
  for (const point of [...points, null]) {
    if (point) {
      run.push(point);
    } else if (run.length > 0) {
      path += `M${thinned(run).map(place).join('L')}`;
      run = [];
    }
  }
  return path;
}

/** The area between two lines of the same places. */
export function band_path(upper: Point[], lower: Point[]): string {
  return upper.length === 0 ? '' : `M${[...thinned(upper), ...thinned(lower).reverse()].map(place).join('L')}Z`;
}
