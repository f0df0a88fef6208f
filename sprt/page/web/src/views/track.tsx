// A position on a straight track between two bounds.

interface TrackProps {
  low: number;
  value: number;
  high: number;
  left: string;
  right: string;
  player: 1 | 2;
}

export function Track({ low, value, high, left, right, player }: TrackProps) {
  const part = (v: number) => Math.min(100, Math.max(0, (100 * (v - low)) / (high - low || 1)));
  const zero = part(0);
  const now = part(value);
  const words = (text: string) => {
    const at = text.lastIndexOf(' ');
    return (
      <span>
        {text.slice(0, at + 1)}
        <b>{text.slice(at + 1)}</b>
      </span>
    );
  };
  return (
    <div class="track">
      {words(left)}
      <svg class={`p${player}`} height="20" aria-hidden="true">
        <rect class="rail" x="0" y="7" width="100%" height="6" />
        <rect class="way" x={`${Math.min(zero, now)}%`} y="7" width={`${Math.abs(now - zero)}%`} height="6" />
        <rect class="zero" x={`${zero}%`} y="3" width="1" height="14" />
        <svg x={`${now}%`} overflow="visible">
          <rect class="now" x="-3" y="1" width="5" height="18" rx="2" />
        </svg>
      </svg>
      {words(right)}
    </div>
  );
}
