import { cx } from "./class-names";

export type Tone = "ok" | "warn" | "bad" | "accent" | "muted";
export type Shape = "disc" | "ring" | "half" | "square" | "down" | "diamond" | "cross" | "dash";

export const TONE_TEXT: Readonly<Record<Tone, string>> = {
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  accent: "text-accent",
  muted: "text-muted",
};

/** A state by word, colour and shape, so that none of the three is needed to read it. */
export function StatusMark({
  tone,
  shape,
  children,
  isSentence,
}: {
  tone: Tone;
  shape: Shape;
  children: React.ReactNode;
  /** More than a word or two: it may take several lines. */
  isSentence?: boolean;
}) {
  return (
    <span
      className={cx(
        "inline-flex gap-1.5 font-medium",
        isSentence ? "items-baseline break-words" : "items-center whitespace-nowrap",
        TONE_TEXT[tone],
      )}
    >
      <ShapeMark shape={shape} />
      {children}
    </span>
  );
}

export function ShapeMark({ shape }: { shape: Shape }) {
  return (
    <svg aria-hidden viewBox="0 0 10 10" width={10} height={10} className="shrink-0" fill="currentColor">
      {shape === "disc" && <circle cx={5} cy={5} r={4.5} />}
      {shape === "ring" && (
        <circle cx={5} cy={5} r={3.75} fill="none" stroke="currentColor" strokeWidth={1.5} />
      )}
      {shape === "half" && (
        <>
          <circle cx={5} cy={5} r={3.75} fill="none" stroke="currentColor" strokeWidth={1.5} />
          <path d="M5 1a4 4 0 0 1 0 8z" />
        </>
      )}
      {shape === "square" && (
        <rect
          x={1.25}
          y={1.25}
          width={7.5}
          height={7.5}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
        />
      )}
      {shape === "down" && <path d="M0.5 1.5h9L5 9z" />}
      {shape === "diamond" && <path d="M5 0l5 5-5 5-5-5z" />}
      {shape === "cross" && <path d="M1.5 1.5l7 7m0-7l-7 7" stroke="currentColor" strokeWidth={1.75} />}
      {shape === "dash" && <path d="M1 5h8" stroke="currentColor" strokeWidth={2} />}
    </svg>
  );
}
