// Whether the page still hears from its server. Quiet while it does.

import { useEffect, useState } from 'preact/hooks';

import type { RunData } from '../data';
import { follow, type Followed } from '../live';

export function Connection<Index extends Followed>({ run }: { run: RunData<Index> }) {
  const [lost_at, set_lost_at] = useState<number | null>(null);
  const [now, set_now] = useState(0);
  useEffect(() => {
    let last_heard = Date.now();
    const heard = () => {
      last_heard = Date.now();
      set_lost_at(null);
    };
    return follow(run, heard, () => set_lost_at(last_heard));
  }, [run]);
  useEffect(() => {
    if (lost_at === null) {
      return undefined;
    }
    set_now(Date.now());
    const timer = setInterval(() => set_now(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [lost_at]);
  return lost_at === null ? null : (
    <p class="hint connection">last heard {Math.max(0, Math.round((now - lost_at) / 1000))} s ago</p>
  );
}
