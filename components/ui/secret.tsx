"use client";
import { CopyButton } from "./copy-button";

/** A password that is shown once, and a button to copy it. */
export function Secret({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="rounded-md bg-sunken px-2 py-1 font-mono text-lg break-all select-all">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
