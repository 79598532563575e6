import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Button, type ButtonLook } from "./button";
import { cx } from "./class-names";

/** A button that shows a picture only; its label is for screen readers and on hover. */
export function IconButton({
  icon: Icon,
  label,
  className,
  ...rest
}: Omit<ComponentProps<"button">, "children"> & ButtonLook & { icon: LucideIcon; label: string }) {
  return (
    <Button
      look="quiet"
      {...rest}
      aria-label={label}
      title={label}
      className={cx("w-8 px-0!", rest.size !== "small" && "pointer-coarse:min-w-11", className)}
    >
      <Icon aria-hidden size={16} />
    </Button>
  );
}
