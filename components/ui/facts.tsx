import type { ReactNode } from "react";

/** Names and values, one a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-1">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="min-w-[min(7rem,30vw)] break-words text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
