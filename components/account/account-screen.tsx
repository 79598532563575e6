"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { statusQuery } from "@/lib/client/queries";
import type { Me } from "@/lib/contracts/status";
import { Fact, Facts } from "../ui/facts";
import { PageTitle, Panel } from "../ui/panel";
import { PasswordForm } from "./password-form";
import { SignInsPanel } from "./sign-ins-panel";
import { SshKeyForm } from "./ssh-key-form";

/** One's own key and password. */
export function AccountScreen({ me }: { me: Me }) {
  const t = useTranslations("account");
  const people = useTranslations("people");
  const status = useQuery(statusQuery());
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4">
      <div className="-mb-4">
        <PageTitle>{t("title")}</PageTitle>
      </div>
      <Panel title={t("profile")}>
        <Facts>
          <Fact name={people("name")}>{me.name}</Fact>
          <Fact name={people("email")}>{me.email}</Fact>
        </Facts>
      </Panel>
      <SshKeyForm hasSshKey={(status.data?.me ?? me).hasSshKey} />
      <PasswordForm email={me.email} />
      <SignInsPanel me={me} />
    </div>
  );
}
