"use client";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { Button } from "../ui/button";
import { Menu, MenuCheck } from "../ui/menu";
import { useReportWords } from "./use-report-words";

interface NamespacesFieldProps {
  readonly chosen: readonly string[];
  /** Those that hold a pod; null: not read. */
  readonly known: readonly string[] | null;
  readonly error: string | null;
  readonly onChange: (chosen: string[]) => void;
}

/** One or more namespaces out of those that hold pods; none chosen is all of them. */
export function NamespacesField({ chosen, known, error, onChange }: NamespacesFieldProps) {
  const words = useReportWords();
  const id = useId();
  const strange = known === null ? [] : chosen.filter((name) => !known.includes(name));
  const names = [...new Set([...(known ?? []), ...chosen])].sort();
  const text = chosen.length === 0 ? words.say("choice.allNamespaces") : chosen.join(", ");
  const problem =
    error ?? (strange.length > 0 ? words.say("choice.noSuchNamespace", { names: strange.join(", ") }) : null);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span id={`${id}-label`} className="text-sm font-medium">
        {words.say("choice.namespaces")}
      </span>
      <Menu
        trigger={
          <Button
            id={id}
            aria-labelledby={`${id}-label ${id}`}
            aria-describedby={problem ? `${id}-note` : undefined}
            className="w-full justify-between! px-2! font-normal!"
          >
            <span className="truncate">{text}</span>
            <ChevronDown aria-hidden size={16} className="shrink-0" />
          </Button>
        }
      >
        <MenuCheck isChecked={chosen.length === 0} onChange={() => onChange([])}>
          {words.say("choice.allNamespaces")}
        </MenuCheck>
        {names.map((name) => (
          <MenuCheck
            key={name}
            isChecked={chosen.includes(name)}
            onChange={(isOn) => onChange(isOn ? [...chosen, name] : chosen.filter((each) => each !== name))}
          >
            {name}
          </MenuCheck>
        ))}
      </Menu>
      {problem && (
        <p id={`${id}-note`} className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
