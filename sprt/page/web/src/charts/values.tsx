// The values of a chart as a table, for whoever cannot or would not look at the chart.

import { useState } from 'preact/hooks';

const kMostRows = 50;

interface ValuesProps {
  count: number;
  caption: string;
  columns: string[];
  row: (i: number) => string[];
}

/** At most 50 of `count` rows, evenly spread, the last among them. They are made when they are asked for. */
export function Values({ count, caption, columns, row }: ValuesProps) {
  const [is_open, set_open] = useState(false);
  const shown = Math.min(count, kMostRows);
  const chosen = Array.from({ length: shown }, (_, k) => Math.ceil(((k + 1) * count) / shown) - 1);
  return (
    <details class="values" onToggle={(event) => set_open(event.currentTarget.open)}>
      <summary>Values</summary>
      {is_open && (
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chosen.map((i) => (
              <tr key={i}>
                {row(i).map((text, k) => (
                  <td key={k}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
