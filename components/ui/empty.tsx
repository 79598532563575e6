import type { ReactNode } from "react";

/** Nothing to show, why that is, and what one could do. */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-10 text-center">
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-prose text-muted">{hint}</p>}
      {children && <div className="mt-3 flex gap-2">{children}</div>}
    </div>
  );
}
