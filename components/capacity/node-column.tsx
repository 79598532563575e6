import type { CapacityAnswer } from "@/lib/contracts/capacity";
import { numberOf } from "./drawn-number";

const CELLS = 16;
const STEP = 8;
type Memory = NonNullable<CapacityAnswer["nodes"]>[number]["memory"];

/**
 * A node as a column of cells, filled from below by what was promised of its memory; a line stands where it is really
 * used to. Dashed and empty where nothing was measured.
 */
export function NodeColumn({ memory, label }: { memory: Memory; label: string }) {
  const allocatable = numberOf(memory.allocatable);
  const share = (amount: string | null) => {
    const number = numberOf(amount);
    if (number === null || allocatable === null || allocatable <= 0) return null;
    return Math.min(1, Math.max(0, number / allocatable));
  };
  const requested = share(memory.requested);
  const used = share(memory.used);
  const filled = Math.ceil((requested ?? 0) * CELLS);
  const tone = (requested ?? 0) >= 1 ? "fill-bad" : (requested ?? 0) >= 0.8 ? "fill-warn" : "fill-accent";
  const height = CELLS * STEP;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 24 ${height}`}
      width={24}
      height={height}
      className="shrink-0"
    >
      {Array.from({ length: CELLS }, (_none, cell) => (
        <rect
          key={cell}
          x={1}
          y={height - (cell + 1) * STEP + 1}
          width={22}
          height={STEP - 2}
          className={
            requested === null ? "fill-none stroke-line-strong" : cell < filled ? tone : "fill-sunken"
          }
          strokeDasharray={requested === null ? "2 2" : undefined}
        />
      ))}
      {used !== null && (
        <line
          x1={0}
          x2={24}
          y1={height * (1 - used)}
          y2={height * (1 - used)}
          className="stroke-fg"
          strokeWidth={2}
        />
      )}
    </svg>
  );
}
