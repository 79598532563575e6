"use client";
import { Languages } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { signIn, signInByProvider, type SignInOutcome } from "@/lib/client/sign-in";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { IconButton } from "../ui/icon-button";
import { TextInput } from "../ui/inputs";
import { Menu } from "../ui/menu";
import { Note } from "../ui/note";
import { LanguageChoice } from "./account-menu";
import { Brand } from "./brand";

const WORDS = { wrong: "wrong", inactive: "inactive", "too-many": "tooMany", failed: "failed" } as const;

interface SignInScreenProps {
  /** What the provider's button says; null: there is none. */
  readonly providerName: string | null;
  /** The provider sent somebody back whom it, or this app, does not let in. */
  readonly hasProviderFailed: boolean;
}

export function SignInScreen({ providerName, hasProviderFailed }: SignInScreenProps) {
  const t = useTranslations("signIn");
  const bar = useTranslations("bar");
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const next = await signIn(String(form.get("email")), String(form.get("password")));
    setOutcome(next);
    // This page sends whoever is signed in to where they begin.
    if (next === "signed-in") window.location.reload();
    else setBusy(false);
  };
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 p-4">
      <div className="-ml-3 flex items-center justify-between">
        <Brand />
        <Menu trigger={<IconButton icon={Languages} label={bar("language")} />}>
          <LanguageChoice />
        </Menu>
      </div>
      <form
        method="post"
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4 rounded-md border bg-surface p-4"
      >
        <h1 className="text-xl font-semibold">{t("title")}</h1>
        <Field label={t("email")}>
          {(control) => (
            <TextInput {...control} name="email" type="email" autoComplete="username" required autoFocus />
          )}
        </Field>
        <Field label={t("password")}>
          {(control) => (
            <TextInput
              {...control}
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
          )}
        </Field>
        {outcome && outcome !== "signed-in" && (
          <Note tone="bad" isAlert>
            {t(WORDS[outcome])}
          </Note>
        )}
        {outcome === null && hasProviderFailed && (
          <Note tone="bad" isAlert>
            {t("providerFailed")}
          </Note>
        )}
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("submit")}
        </Button>
        {providerName !== null && (
          <Button
            type="button"
            onClick={() => void signInByProvider().then((hasBegun) => !hasBegun && setOutcome("failed"))}
          >
            {t("byProvider", { name: providerName })}
          </Button>
        )}
      </form>
      <p className="text-sm text-muted">{t("help")}</p>
    </main>
  );
}
