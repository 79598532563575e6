"use client";
import { Menu, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { Me } from "@/lib/contracts/status";
import { IconButton } from "../ui/icon-button";
import { NavList } from "./nav-list";

/** The navigation of small screens: a modal dialog at the left edge. */
export function NavDrawer({ me }: { me: Me }) {
  const t = useTranslations("nav");
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <div className="lg:hidden">
      <IconButton
        icon={Menu}
        label={t("open")}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      />
      <dialog
        ref={dialog}
        aria-label={t("label")}
        onClick={(event) => event.target === event.currentTarget && close()}
        className="m-0 h-dvh max-h-none w-64 max-w-[85vw] border-r bg-surface p-0 text-fg"
      >
        <div className="flex justify-end p-2">
          <IconButton icon={X} label={t("close")} onClick={close} />
        </div>
        <nav aria-label={t("label")} className="px-2">
          <NavList me={me} onFollow={close} />
        </nav>
      </dialog>
    </div>
  );
}
