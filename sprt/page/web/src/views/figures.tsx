// The five figures of a run.

import { counted, interval, number, percent, signed, time } from '../format';
import { has_results, verification_of } from '../tuning';
import type { RunIndex } from '../types';
import { elo_unit, is_match, who } from '../words';
import { test_words } from './header';

interface FigureProps {
  label: string;
  value: string;
  lines: string[];
  name: string;
}

function Figure({ label, value, lines, name }: FigureProps) {
  return (
    <div class="figure" data-figure={name}>
      <dt>{label}</dt>
      <dd class="value">{value}</dd>
      {lines.map((line) => (
        <dd key={line} class="line">
          {line}
        </dd>
      ))}
    </div>
  );
}

/** Of a score of 0 or 1; otherwise null. */
function infinite_elo({ estimates: { score } }: RunIndex): number | null {
  return score === 0 ? -Infinity : score === 1 ? Infinity : null;
}

/** Of pairs that were won while none was lost; otherwise null. */
function infinite_ratio({ result: { ptnml } }: RunIndex): number | null {
  const [lost_both, lost, , won, won_both] = ptnml;
  return lost_both + lost === 0 && won + won_both > 0 ? Infinity : null;
}

/** The Elo to trust: of a match that was played as planned the one of a fixed number of games; after a verdict of an SPRT the one after the verdict, otherwise with the anytime interval. */
function elo_figure(index: RunIndex): FigureProps {
  const { estimates, gain } = index;
  const label = gain ? 'Gain, Elo' : 'Elo';
  if (gain && !has_results(index)) {
    return { name: 'elo', label, value: '–', lines: [gain.replace(/.*: /, '')] };
  }
  if (estimates.interval === 'fixed') {
    return {
      name: 'elo',
      label,
      value: signed(estimates.elo ?? infinite_elo(index), 1),
      lines: [`95 % ${estimates.elo_ci95 ? interval(estimates.elo_ci95) : 'undefined'}`, 'number of games fixed beforehand'],
    };
  }
  const after = estimates.verdict !== 'continue' ? estimates.post_sprt : null;
  const elo = after ? after.elo : (estimates.elo ?? infinite_elo(index));
  const ends = after ? after.ci95 : estimates.anytime_ci95;
  return {
    name: 'elo',
    label: 'Elo',
    value: signed(elo, 1),
    lines: [`95 % ${interval(ends)}`, after ? 'after the verdict' : 'at any time'],
  };
}

function games_lines(index: RunIndex): string[] {
  const { pairs, elapsed_s, unscored, tune } = index.result;
  const lines = tune
    ? [`${number(tune.trace.at(-1)!.pairs)} of ${counted(tune.pairs, 'pair')} tuned`, counted(tune.twins, 'twin')]
    : [`${counted(pairs.whole, 'pair')}, ${number(pairs.distinct)} distinct`];
  if (unscored > 0) {
    lines.push(`${number(unscored)} not scored`);
  }
  if (elapsed_s) {
    lines.push(`in ${time(elapsed_s * 1e6)}`);
  }
  return lines;
}

/** What a run that is not decided may still come to. */
function outlook(index: RunIndex): string[] {
  const { verdict, p_h1, games_left_range80: left } = index.estimates;
  if (verdict !== 'continue' || p_h1 === null || p_h1 === undefined) {
    return [];
  }
  const words = [`P(H1) ${number(p_h1, 2)}`];
  const [least, most] = left ?? [null, null];
  if (least !== null) {
    words.push(most === null ? `${number(least)} games left or more` : `${number(least)} to ${number(most)} games left`);
  }
  return words;
}

function llr_lines(index: RunIndex): string[] {
  const { estimates } = index;
  const unit = elo_unit(estimates.model);
  const bounds = `bounds [${number(estimates.lower, 2)}, ${number(estimates.upper, 2)}]`;
  return [bounds, test_words(index, unit), ...outlook(index)];
}

/** What a match says besides Elo and score. */
function match_lines(index: RunIndex): string[] {
  const { nelo, draw_ratio, pairs_ratio } = index.estimates;
  return [
    `likelihood that ${who(index, 1)} is stronger`,
    `nElo ${signed(nelo, 1)}, draws ${percent(draw_ratio)}`,
    `pairs won / lost ${number(pairs_ratio ?? infinite_ratio(index), 2)}`,
  ];
}

export function Figures({ index }: { index: RunIndex }) {
  const seen = verification_of(index);
  const { wld, faults, time_losses, games } = seen.result;
  const is_measured = has_results(seen);
  const won = `${number(wld[0])} won · ${number(wld[1])} lost · ${number(wld[2])} drawn`;
  return (
    <dl class="figures">
      <Figure {...elo_figure(seen)} />
      {is_measured && <Figure name="score" label="Score" value={percent(seen.estimates.score)} lines={[won]} />}
      <Figure name="games" label="Games" value={number(games)} lines={games_lines(index)} />
      {!is_measured ? null : is_match(index) ? (
        <Figure name="los" label="Superiority" value={percent(seen.estimates.los)} lines={match_lines(seen)} />
      ) : (
        <Figure name="llr" label="LLR" value={signed(index.estimates.llr, 2)} lines={llr_lines(index)} />
      )}
      <Figure
        name="faults"
        label="Faults"
        value={faults.map((count) => number(count)).join(' / ')}
        lines={[`time losses ${time_losses.map((count) => number(count)).join(' / ')}`, `${who(index, 1)} / ${who(index, 2)}`]}
      />
    </dl>
  );
}
