"use client";
import { Note } from "./note";
import { useErrorText } from "./reason-text";

/** Why something was refused, in words; nothing where there is no error. */
export function RefusalNote({ error }: { error: unknown }) {
  const errorText = useErrorText();
  if (!error) return null;
  return (
    <Note tone="bad" isAlert>
      {errorText(error)}
    </Note>
  );
}
