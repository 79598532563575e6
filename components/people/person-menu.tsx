"use client";
import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PersonRow } from "@/lib/contracts/people";
import type { Me } from "@/lib/contracts/status";
import { IconButton } from "../ui/icon-button";
import { Menu, MenuItem } from "../ui/menu";
import type { AskedOfPerson } from "./person-dialogs";

interface PersonMenuProps {
  readonly person: PersonRow;
  readonly me: Me;
  readonly onAsk: (asked: AskedOfPerson) => void;
}

/** What may be done to a person. Nobody deactivates or demotes themselves; the server says no to the rest. */
export function PersonMenu({ person, me, onAsk }: PersonMenuProps) {
  const t = useTranslations("people");
  const isSelf = person.id === me.id;
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} size="small" label={t("actionsFor", { name: person.name })} />}
    >
      <MenuItem onSelect={() => onAsk({ act: "reset", person })}>{t("reset")}</MenuItem>
      {me.role === "admin" && (
        <MenuItem onSelect={() => onAsk({ act: "sign-ins", person })}>{t("endSignIns")}</MenuItem>
      )}
      {me.role === "admin" && (
        <MenuItem isDisabled={isSelf} onSelect={() => onAsk({ act: "role", person })}>
          {t(person.role === "admin" ? "makeMember" : "makeAdmin")}
        </MenuItem>
      )}
      <MenuItem
        isDangerous={person.isActive}
        isDisabled={isSelf}
        onSelect={() => onAsk({ act: "active", person })}
      >
        {t(person.isActive ? "deactivate" : "activate")}
      </MenuItem>
    </Menu>
  );
}
