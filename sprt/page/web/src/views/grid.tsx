// A table of any number of rows, of which only those in sight are in the document.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface GridColumn {
  name: string;
  label: string;
  /** The key to sort by; absent: not sorted by it. */
  sort?: string;
  numeric?: boolean;
  cell: (row: number) => ComponentChildren;
}

interface GridProps {
  label: string;
  columns: GridColumn[];
  rows: number[];
  sort: { key: string; descending: boolean };
  /** Where the reader was, kept by the caller while the table is not shown. */
  place: { row: number };
  on_sort: (key: string) => void;
  /** `row` is a value of `rows`. */
  on_open: (row: number) => void;
}

export const kRow_px = 34;
const kBeyond = 4; // rows above and below those in sight

export function Grid({ label, columns, rows, sort, place: kept, on_sort, on_open }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, set_top] = useState(0);
  const [height, set_height] = useState(600);
  const [active, set_active] = useState(kept.row);
  kept.row = active;

  useLayoutEffect(() => {
    const measure = () => set_height(scroller.current!.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);
  const is_first = useRef(true);
  useLayoutEffect(() => {
    if (is_first.current) {
      is_first.current = false;
      move(kept.row);
      return;
    }
    set_active(0);
    scroller.current!.scrollTop = 0;
  }, [rows]);

  const first = Math.max(0, Math.floor(top / kRow_px) - kBeyond);
  const end = Math.min(rows.length, Math.ceil((top + height) / kRow_px) + kBeyond, first + 50);
  const move = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    set_active(next);
    const element = scroller.current!;
    const room = element.clientHeight - 2 * kRow_px; // the head stays in sight
    if (next * kRow_px < element.scrollTop) {
      element.scrollTop = next * kRow_px;
    } else if (next * kRow_px > element.scrollTop + room) {
      element.scrollTop = next * kRow_px - room;
    }
  };
  const on_key = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / kRow_px) - 2);
    const steps: Record<string, number> = {
      ArrowUp: active - 1,
      ArrowDown: active + 1,
      PageUp: active - page,
      PageDown: active + page,
      Home: 0,
      End: rows.length - 1,
    };
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key in steps) {
      move(steps[event.key]!);
    } else if (event.key === 'Enter' && rows.length > 0) {
      on_open(rows[active]!);
    } else {
      return;
    }
    event.preventDefault();
  };
  const has = (wanted: string) => columns.some(({ name }) => name === wanted);
  const in_sight = Array.from({ length: Math.max(0, end - first) }, (_, k) => first + k);

  return (
    <div
      ref={scroller}
      class={`grid${has('stones') ? '' : ' few'}${has('one') ? ' more' : ''}${has('worker') ? ' by' : ''}${has('kind') ? ' tuned' : ''}`}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={active >= first && active < end ? `row-${active}` : undefined}
      onKeyDown={on_key}
      onScroll={(event) => set_top(event.currentTarget.scrollTop)}
    >
      <div role="row" aria-rowindex={1} class="row head">
        {columns.map(({ name, label: text, sort: key, numeric }) => (
          <div
            key={name}
            role="columnheader"
            class={`c-${name}${numeric ? ' right' : ''}`}
            aria-sort={key === sort.key ? (sort.descending ? 'descending' : 'ascending') : undefined}
          >
            {key ? (
              <button type="button" onClick={() => on_sort(key)}>
                {text}
                {key === sort.key && <span aria-hidden="true">{sort.descending ? ' ↓' : ' ↑'}</span>}
              </button>
            ) : (
              text
            )}
          </div>
        ))}
      </div>
      <div class="rows" role="rowgroup" style={{ height: `${rows.length * kRow_px}px` }}>
        {in_sight.map((place) => (
          <div
            key={place}
            id={`row-${place}`}
            role="row"
            aria-rowindex={place + 2}
            aria-selected={place === active}
            class={`row${place === active ? ' active' : ''}`}
            style={{ transform: `translateY(${place * kRow_px}px)` }}
            onClick={() => {
              kept.row = place;
              on_open(rows[place]!);
            }}
          >
            {columns.map(({ name, numeric, cell }) => (
              <div key={name} role="gridcell" class={`c-${name}${numeric ? ' right' : ''}`}>
                {cell(rows[place]!)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
