import { cx } from "./class-names";

interface GaugeProps {
  /** What the bar says, in words: it is never read by length alone. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** A second part behind the first, such as seats being released. */
  readonly pending?: number;
  /** Beyond `value`, what will be added to it soon, such as launches under way. */
  readonly coming?: number;
  /** Where ticks stand, in the unit of `value`. */
  readonly ticks?: readonly number[];
  readonly tone?: "accent" | "ok" | "warn" | "bad";
}
const FILL = { accent: "fill-accent", ok: "fill-ok", warn: "fill-warn", bad: "fill-bad" } as const;

/** A horizontal bar with ticks at its thresholds. Drawn with attributes, so that no inline style is needed. */
export function Gauge({
  label,
  value,
  max,
  pending = 0,
  coming = 0,
  ticks = [],
  tone = "accent",
}: GaugeProps) {
  const share = (amount: number) => (max <= 0 ? 0 : Math.min(100, Math.max(0, (amount / max) * 100)));
  const first = share(value - pending);
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
      <rect x={0} y={0} width={100} height={8} className="fill-sunken" />
      <rect x={0} y={0} width={first} height={8} className={FILL[tone]} />
      <rect
        x={first}
        y={0}
        width={share(value) - first}
        height={8}
        className={cx(FILL[tone], "opacity-40")}
      />
      <rect
        x={share(value)}
        y={2.5}
        width={share(value + coming) - share(value)}
        height={3}
        className={FILL[tone]}
      />
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={share(tick)}
          x2={share(tick)}
          y1={0}
          y2={8}
          className="stroke-fg"
          strokeWidth={1}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
