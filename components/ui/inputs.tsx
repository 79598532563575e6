import type { ComponentProps } from "react";
import { cx } from "./class-names";

const CONTROL =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface text-fg placeholder:text-muted aria-invalid:border-bad disabled:opacity-60";

export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return <input type="text" {...rest} className={cx(CONTROL, "h-8 px-2", className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={3} {...rest} className={cx(CONTROL, "px-2 py-1", className)} />;
}

/** The browser's own list: best on a phone and by keyboard. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={cx(CONTROL, "h-8 px-2", className)} />;
}

export function CheckBox({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      type="checkbox"
      {...rest}
      className={cx("size-4 shrink-0 align-middle accent-accent", className)}
    />
  );
}

interface SearchInputProps {
  /** What is searched, read by screen readers and shown while nothing is typed. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength?: number;
  readonly className?: string;
}

export function SearchInput({ label, value, onChange, maxLength, className }: SearchInputProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={maxLength}
      onChange={({ target }) => onChange(target.value)}
      className={className}
    />
  );
}
