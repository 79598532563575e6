"use client";
import { type ReactNode, useId } from "react";

export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}
interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A labelled control with its hint and what is wrong with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(hint) || Boolean(error);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": hasNote ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hasNote && (
        <p id={noteId} className="text-xs">
          {error ? <span className="text-bad">{error}</span> : <span className="text-muted">{hint}</span>}
        </p>
      )}
    </div>
  );
}
