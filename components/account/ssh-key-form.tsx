"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useStoreSshKey } from "@/lib/client/mutations/people";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextArea } from "../ui/inputs";
import { Panel } from "../ui/panel";
import { useFieldError } from "../ui/reason-text";
import { RefusalNote } from "../ui/refusal-note";
import { useTell } from "../ui/toasts";

export function SshKeyForm({ hasSshKey }: { hasSshKey: boolean }) {
  const t = useTranslations("account");
  const tell = useTell();
  const [publicKey, setPublicKey] = useState("");
  const store = useStoreSshKey();
  const fieldError = useFieldError(store.error);
  const keep = (text: string) =>
    store.mutate(
      { publicKey: text },
      {
        onSuccess: () => {
          setPublicKey("");
          tell("ok", t(text === "" ? "keyRemoved" : "keySaved"));
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep(publicKey.trim());
  };
  return (
    <Panel title={t("key")} aside={t(hasSshKey ? "keyStored" : "keyNone")}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label={t("key")} hint={t("keyHint")} error={fieldError("publicKey")}>
          {(control) => (
            <TextArea
              {...control}
              required
              rows={4}
              spellCheck={false}
              autoComplete="off"
              maxLength={4096}
              className="font-mono text-sm break-all"
              placeholder="ssh-ed25519 AAAA…"
              value={publicKey}
              onChange={(event) => setPublicKey(event.target.value)}
            />
          )}
        </Field>
        {fieldError("publicKey") === null && <RefusalNote error={store.error} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" isBusy={store.isPending} disabled={publicKey.trim() === ""}>
            {t("keySave")}
          </Button>
          {hasSshKey && (
            <Button look="dangerPlain" disabled={store.isPending} onClick={() => keep("")}>
              {t("keyRemove")}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}
