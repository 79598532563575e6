import type { ReactNode } from "react";
import { cx } from "./class-names";

interface PanelProps {
  readonly title: string;
  /** Figures or buttons at the right of the title. */
  readonly aside?: ReactNode;
  readonly tone?: "plain" | "bad" | "warn";
  readonly children: ReactNode;
  /** The content brings its own padding (tables). */
  readonly isFlush?: boolean;
}
const TONES = { plain: "border-line", bad: "border-bad", warn: "border-warn" } as const;

/** A titled part of a page: one hairline around it, never a box in a box. */
export function Panel({ title, aside, tone = "plain", children, isFlush }: PanelProps) {
  return (
    <section className={cx("min-w-0 rounded-md border bg-surface", TONES[tone])} aria-label={title}>
      <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-1">
        <h2 className={cx("font-semibold", tone === "bad" && "text-bad", tone === "warn" && "text-warn")}>
          {title}
        </h2>
        {aside && <div className="flex flex-wrap items-center gap-2 text-sm text-muted">{aside}</div>}
      </header>
      <div className={isFlush ? undefined : "p-4"}>{children}</div>
    </section>
  );
}

export function PageTitle({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="text-xl font-semibold">{children}</h1>
      {aside && <div className="flex flex-wrap items-center gap-2">{aside}</div>}
    </div>
  );
}
