// What the table of games is narrowed to.

import type { ComponentChildren } from 'preact';

import { counted, number } from '../format';
import type { Query } from '../router';
import type { Player, RunIndex } from '../types';
import { ending, who } from '../words';
import { shown } from '../text';

interface ChoiceProps {
  label: string;
  name: string;
  query: Query;
  set: (change: Query) => void;
  options: [value: string, text: string][];
}

export function Choice({ label, name, query, set, options }: ChoiceProps) {
  const chosen = query[name] ?? '';
  const is_known = chosen === '' || options.some(([value]) => value === chosen);
  return (
    <label>
      <span>{label}</span>
      <select
        name={name}
        value={chosen}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      >
        <option value="">all</option>
        {!is_known && <option value={chosen}>{shown(chosen)}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

const kPresets: [string, Query][] = [
  ['losses of ', { result: '2' }],
  ['time losses', { end: 'timeout' }],
  ['longest', { sort: '-turns' }],
  ['slowest', { sort: '-time' }],
];

interface FiltersProps {
  index: RunIndex;
  query: Query;
  found: number;
  all: number;
  /** Changes some filters and keeps the others. */
  set: (change: Query) => void;
  /** Replaces all filters. */
  reset: (query: Query) => void;
  children?: ComponentChildren;
}

export function Filters({ index, query, found, all, set, reset, children }: FiltersProps) {
  const has = (values: unknown[], wanted: unknown) => values.includes(wanted);
  const { columns, terminations } = index;
  const named = (player: Player) => (index.is_mixed ? `agent ${player}` : who(index, player));
  const results: [string, string][] = [
    ['1', `${named(1)} won`],
    ['2', `${named(2)} won`],
    ['0', 'draw'],
    ...(has(columns.winner, null) ? [['none', 'not scored'] as [string, string]] : []),
  ];
  const is_filtered = Object.entries(query).some(([name, value]) => value !== '' && !index.scope?.[name]);
  return (
    <>
      <div class="filters">
        {children}
        {index.worker_names && (
          <Choice
            label="Worker"
            name="worker"
            query={query}
            set={set}
            options={index.worker_names.map((name): [string, string] => [name, shown(name)]).sort()}
          />
        )}
        {columns.kind && (
          <Choice
            label="Kind"
            name="kind"
            query={query}
            set={set}
            options={['probe', 'tune', 'verify'].map((kind) => [kind, kind])}
          />
        )}
        <Choice label="Result" name="result" query={query} set={set} options={results} />
        <Choice
          label="Ending"
          name="end"
          query={query}
          set={set}
          options={terminations.map((name) => [name, shown(ending(name))])}
        />
        <Choice
          label="Pair"
          name="points"
          query={query}
          set={set}
          options={[
            ['0', '0 points'],
            ['0.5', '½ point'],
            ['1', '1 point'],
            ['1.5', '1½ points'],
            ['2', '2 points'],
          ]}
        />
        <Choice
          label="Fault of"
          name="fault"
          query={query}
          set={set}
          options={[
            ['1', named(1)],
            ['2', named(2)],
            ['0', 'nobody'],
          ]}
        />
        <Choice label="Disputed" name="disputed" query={query} set={set} options={[['1', 'disputed']]} />
        <label class="wide">
          <span>Opening</span>
          <input
            name="opening"
            type="search"
            value={query.opening ?? ''}
            placeholder={`begins with, e.g. ${index.openings.find((text) => text !== '')?.split(' ')[0] ?? ''}`}
            onInput={(event) => set({ opening: event.currentTarget.value })}
          />
        </label>
      </div>
      <div class="presets">
        {kPresets.map(([name, preset]) => (
          <button key={name} type="button" onClick={() => reset(preset)}>
            {name.endsWith(' ') ? name + named(1) : name}
          </button>
        ))}
        {is_filtered && (
          <button type="button" onClick={() => reset({})}>
            clear
          </button>
        )}
        <span class="found" role="status">
          {found === all ? counted(all, 'game') : `${number(found)} of ${counted(all, 'game')}`}
        </span>
      </div>
    </>
  );
}
