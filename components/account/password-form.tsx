"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useChangePassword } from "@/lib/client/mutations/people";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/inputs";
import { Panel } from "../ui/panel";
import { useFieldError } from "../ui/reason-text";
import { RefusalNote } from "../ui/refusal-note";
import { useTell } from "../ui/toasts";

export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations("account");
  const tell = useTell();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const change = useChangePassword();
  const fieldError = useFieldError(change.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          setCurrent("");
          setNew("");
          tell("ok", t("changed"));
        },
      },
    );
  };
  const hasFieldError = fieldError("currentPassword") !== null || fieldError("newPassword") !== null;
  return (
    <Panel title={t("password")}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <Field label={t("current")} error={fieldError("currentPassword")}>
          {(control) => (
            <TextInput
              {...control}
              type="password"
              required
              autoComplete="current-password"
              value={currentPassword}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("new")} hint={t("newHint")} error={fieldError("newPassword")}>
          {(control) => (
            <TextInput
              {...control}
              type="password"
              required
              minLength={12}
              maxLength={128}
              autoComplete="new-password"
              value={newPassword}
              onChange={(event) => setNew(event.target.value)}
            />
          )}
        </Field>
        {!hasFieldError && <RefusalNote error={change.error} />}
        <div>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {t("change")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
