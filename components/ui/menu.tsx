"use client";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./class-names";

const ITEM =
  "flex min-h-8 items-center gap-2 rounded-md px-2 outline-none data-disabled:opacity-50 data-highlighted:bg-sunken";

/**
 * A menu that opens from a button. Not modal: the page behind it stays as it is. It opens beside its button,
 * not at the end of the page, so that it lies in the same landmark for who navigates by those.
 */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 max-h-[70dvh] min-w-44 overflow-y-auto rounded-md border bg-surface p-1 text-fg shadow-lg"
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  onSelect,
  isDangerous,
  isDisabled,
  children,
}: {
  onSelect: () => void;
  isDangerous?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={isDisabled}
      className={cx(ITEM, isDangerous && "text-bad")}
    >
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuCheck({
  isChecked,
  onChange,
  children,
}: {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.CheckboxItem
      checked={isChecked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      <span aria-hidden className="grid size-4 place-items-center rounded-sm border border-line-strong">
        <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
      </span>
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuChoice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      <DropdownMenu.Label className="px-2 py-1 text-xs text-muted">{label}</DropdownMenu.Label>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem key={choice.value} value={choice.value} lang={choice.lang} className={ITEM}>
          <span aria-hidden className="grid size-4 place-items-center">
            <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
          </span>
          {choice.label}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="max-w-60 px-2 py-1 break-words">{children}</DropdownMenu.Label>;
}
