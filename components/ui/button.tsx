import type { ComponentProps } from "react";
import { cx } from "./class-names";

const LOOKS = {
  primary: "bg-accent text-accent-fg border-accent hover:bg-accent-strong hover:border-accent-strong",
  plain: "bg-surface text-fg border-line-strong hover:bg-sunken",
  quiet: "bg-transparent text-fg border-transparent hover:bg-sunken",
  danger: "bg-bad text-bad-fg border-bad hover:bg-bad-strong hover:border-bad-strong",
  dangerPlain: "bg-surface text-bad border-line-strong hover:bg-bad-soft",
} as const;
const SIZES = {
  // Stands in rows of a fixed height, so a finger does not make it larger.
  small: "min-h-7 px-2 text-sm gap-1",
  normal: "min-h-8 px-3 gap-2 pointer-coarse:min-h-11",
  large: "min-h-12 px-4 text-lg gap-2",
} as const;

export interface ButtonLook {
  readonly look?: keyof typeof LOOKS;
  readonly size?: keyof typeof SIZES;
  /** Under way: the button keeps its width and cannot be pressed again. */
  readonly isBusy?: boolean;
}

export function buttonClass({ look = "plain", size = "normal" }: ButtonLook): string {
  return cx(
    "inline-flex shrink-0 items-center justify-center rounded-md border font-medium print:hidden",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress",
    LOOKS[look],
    SIZES[size],
  );
}

export function Button({
  look,
  size,
  isBusy,
  className,
  type = "button",
  ...rest
}: ComponentProps<"button"> & ButtonLook) {
  return (
    <button
      {...rest}
      type={type}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={cx(buttonClass({ look, size }), className)}
    />
  );
}
