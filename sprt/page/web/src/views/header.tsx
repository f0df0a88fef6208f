// Who played, what was decided, how far the ratio is from its bounds; then the views.

import type { ComponentChildren } from 'preact';

import { exact, number } from '../format';
import { Mark, Name } from '../marks';
import { href, type Query, type Route } from '../router';
import { ThemeChoice } from '../theme';
import type { Estimates, RunIndex } from '../types';
import { is_match, verdict_words } from '../words';
import { Track } from './track';

function Decision({ index, is_large }: { index: RunIndex; is_large: boolean }) {
  const words = verdict_words(index);
  const colour = words.player === 0 ? '' : ` p${words.player}`;
  if (!is_large) {
    return (
      <p class="decision">
        <strong class={colour}>{words.short}</strong>{' '}
        {!is_match(index) && <span>LLR {number(index.estimates.llr, 2)}</span>}
      </p>
    );
  }
  return (
    <div class="decision large">
      <h1 class={colour}>{words.title}</h1>
      <p>{words.detail}</p>
      {!is_match(index) && <LlrTrack estimates={index.estimates} />}
    </div>
  );
}

function LlrTrack({ estimates }: { estimates: Estimates }) {
  const value = estimates.llr ?? 0;
  return (
    <Track
      low={estimates.lower}
      value={value}
      high={estimates.upper}
      left={`H0 ${number(estimates.lower, 3)}`}
      right={`H1 ${number(estimates.upper, 3)}`}
      player={value >= 0 ? 1 : 2}
    />
  );
}

export interface ViewLink {
  name: string;
  route: Route;
  /** The views that it stands for. */
  covers: Route['view'][];
}

export const kWorkers: ViewLink = { name: 'Workers', route: { view: 'workers', query: {} }, covers: ['workers'] };

/** What every view of a run of two agents leads to; `scope`: what its addresses have. */
export function views_of_two(overview: Route, scope: Query = {}): ViewLink[] {
  return [
    { name: 'Overview', route: overview, covers: [overview.view] },
    { name: 'Games', route: { view: 'games', query: scope }, covers: ['games', 'game', 'pair'] },
    { name: 'Openings', route: { view: 'openings', query: scope }, covers: ['openings'] },
  ];
}

interface FrameProps {
  /** What its user called the run. */
  title: string | null | undefined;
  /** Whom it is about. */
  versus: ComponentChildren;
  views: ViewLink[];
  route: Route;
  children: ComponentChildren;
}

export function HeaderFrame({ title, versus, views, route, children }: FrameProps) {
  return (
    <header>
      <div class="inner">
        <div class="versus">
          {title && <Name text={title} />}
          {versus}
          <ThemeChoice />
        </div>
        {children}
        <nav aria-label="Views">
          {views.map(({ name, route: target, covers }) => (
            <a key={name} href={href(target)} aria-current={covers.includes(route.view) ? 'page' : undefined}>
              {name}
            </a>
          ))}
          {has_list() && <a href="../../">All runs</a>}
        </nav>
      </div>
    </header>
  );
}

export function Versus({ index }: { index: RunIndex }) {
  const [one, two] = index.run.agents;
  if (index.result.tune) {
    return <Name text={one.name} />;
  }
  return (
    <>
      <span class="agent">
        <Mark player={1} />
        <Name text={one.name} />
      </span>
      <span class="vs">vs</span>
      <span class="agent">
        <Mark player={2} />
        <Name text={two.name} />
      </span>
    </>
  );
}

export function Header({ index, route }: { index: RunIndex; route: Route }) {
  const views = views_of_two({ view: 'overview' });
  if (index.workers) {
    views.push(kWorkers);
  }
  return (
    <HeaderFrame title={index.run.config.title} versus={<Versus index={index} />} views={views} route={route}>
      <Decision index={index} is_large={route.view === 'overview'} />
    </HeaderFrame>
  );
}

/** Whether the server has a list of runs, two levels above: `/run/NAME/`. */
const has_list = () => /\/run\/[^/]+\/$/.test(location.pathname);

/** `pentanomial, Elo [0, 10]`. */
export function test_words(index: RunIndex, unit: string): string {
  return `${index.estimates.model}, ${unit} [${exact(index.run.config.elo0)}, ${exact(index.run.config.elo1)}]`;
}
