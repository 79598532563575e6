"use client";
import { DropdownMenu } from "radix-ui";
import { createContext, type ReactNode, use, useCallback, useRef } from "react";
import { cx } from "./class-names";

const ITEM =
  "flex min-h-8 items-center gap-2 rounded-md px-2 outline-none data-disabled:opacity-50 data-highlighted:bg-sunken";

type Act = () => void;
const ChooseContext = createContext<(act: Act) => void>((act) => act());

/**
 * A menu that opens from a button. Not modal: the page behind it stays as it is. It opens beside its button,
 * not at the end of the page, so that it lies in the same landmark for who navigates by those.
 */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  const chosen = useRef<Act | null>(null);
  const choose = useCallback((act: Act) => {
    chosen.current = act;
  }, []);
  // Once the button has the focus again: a dialog that an item opens gives it back to where it was.
  const actOnceClosed = () => {
    const act = chosen.current;
    chosen.current = null;
    if (act) queueMicrotask(act);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={actOnceClosed}
        className="z-50 max-h-[70dvh] min-w-44 overflow-y-auto rounded-md border bg-surface p-1 text-fg shadow-lg"
      >
        <ChooseContext value={choose}>{children}</ChooseContext>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** Does what it says once the menu has closed. */
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
  const choose = use(ChooseContext);
  return (
    <DropdownMenu.Item
      onSelect={() => choose(onSelect)}
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
