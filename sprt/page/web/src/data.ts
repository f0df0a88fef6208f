// The run or tournament that the page shows: its index, and its games, whose blocks are unpacked when they are needed.

import { useEffect, useState } from 'preact/hooks';

import type { Source } from './source';
import type { CommonIndex, GameLine, RunIndex } from './types';

const kBlocksKept = 8;

/** Games by their numbers in the log. */
export interface GameLines {
  /** The line of game `game`, as the log has it. Rejects when the page was made without games. */
  line(game: number): Promise<string>;
  game(game: number): Promise<GameLine>;
}

export class RunData<Index extends CommonIndex = RunIndex> implements GameLines {
  index: Index;
  private readonly source: Source;
  private readonly blocks = new Map<number, Promise<string[]>>();
  private readonly listeners = new Set<() => void>();
  private unpacked = 0;

  constructor(source: Source, index: Index) {
    this.source = source;
    this.index = index;
  }

  get served(): boolean {
    return this.source.served;
  }

  async line(game: number): Promise<string> {
    const size = this.index.block;
    const lines = await this.lines_of(Math.floor(game / size));
    const line = lines[game % size];
    if (!line) {
      throw new Error(`game ${game} is not in its block`);
    }
    return line;
  }

  async game(game: number): Promise<GameLine> {
    return JSON.parse(await this.line(game)) as GameLine;
  }

  /** Calls `listener` after each change; returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Takes another state of the run. The last block may have grown. */
  change(index: Index): void {
    this.blocks.delete(Math.floor(this.index.games / this.index.block));
    this.index = index;
    this.listeners.forEach((listener) => listener());
  }

  private lines_of(block: number): Promise<string[]> {
    let lines = this.blocks.get(block);
    if (lines) {
      this.blocks.delete(block); // and put at the end again: the one used longest ago comes first
    } else {
      document.documentElement.dataset.blocks = String(++this.unpacked);
      lines = this.source.block(block).then((text) => text.split('\n'));
      lines.catch(() => this.blocks.delete(block));
    }
    this.blocks.set(block, lines);
    for (const oldest of this.blocks.keys()) {
      if (this.blocks.size <= kBlocksKept) {
        break;
      }
      this.blocks.delete(oldest);
    }
    return lines;
  }
}

/** The index of `run`, which changes while the run is played. */
export function useIndex<Index extends CommonIndex>(run: RunData<Index>): Index {
  const [index, set_index] = useState(run.index);
  useEffect(() => {
    set_index(run.index);
    return run.subscribe(() => set_index(run.index));
  }, [run]);
  return index;
}
