import { cx } from "./class-names";
import { SHAPE_PATHS } from "./shape-paths";

export type Shape = "disc" | "ring" | "half" | "square" | "down" | "diamond" | "cross" | "dash";
export type Tone = "ok" | "warn" | "bad" | "accent" | "muted";

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
      <path d={`M0 0${SHAPE_PATHS[shape]}`} />
    </svg>
  );
}
