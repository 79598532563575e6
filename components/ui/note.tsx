import { CircleCheck, Info, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./class-names";

const TONES = {
  ok: { icon: CircleCheck, look: "bg-ok-soft text-ok" },
  info: { icon: Info, look: "bg-accent-soft text-accent" },
  warn: { icon: TriangleAlert, look: "bg-warn-soft text-warn" },
  bad: { icon: OctagonAlert, look: "bg-bad-soft text-bad" },
} as const;
export type NoteTone = keyof typeof TONES;

interface NoteProps {
  readonly tone: NoteTone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly aside?: ReactNode;
  /** Spoken as soon as it appears. */
  readonly isAlert?: boolean;
}

export function Note({ tone, title, children, aside, isAlert }: NoteProps) {
  const { icon: Icon, look } = TONES[tone];
  return (
    <div
      role={isAlert ? "alert" : undefined}
      className={cx("flex items-start gap-2 rounded-md px-3 py-2", look)}
    >
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-fg">{children}</div>}
      </div>
      {aside}
    </div>
  );
}
