"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { signIn, signInByProvider } from "@/lib/client/sign-in";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/inputs";
import { Note } from "../ui/note";
import { DoorFrame } from "./door-frame";

const WORDS = {
  wrong: "wrong",
  inactive: "inactive",
  "too-many": "tooMany",
  "provider-away": "providerAway",
  failed: "failed",
} as const;
type Failure = keyof typeof WORDS;

interface SignInScreenProps {
  /** What the provider's button says; null: there is none. */
  readonly providerName: string | null;
  /** The provider sent somebody back whom it, or this app, does not let in. */
  readonly hasProviderFailed: boolean;
  /** Nobody has an account yet. */
  readonly isWithoutPeople: boolean;
}

export function SignInScreen({ providerName, hasProviderFailed, isWithoutPeople }: SignInScreenProps) {
  const t = useTranslations("signIn");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const outcome = await signIn(String(form.get("email")), String(form.get("password")));
    setFailure(outcome === "signed-in" ? null : outcome);
    // This page sends whoever is signed in to where they begin.
    if (outcome === "signed-in") window.location.reload();
    else setBusy(false);
  };
  const leave = async () => {
    setLeaving(true);
    const outcome = await signInByProvider(new URLSearchParams(window.location.search).get("next"));
    if (outcome === "leaving") return;
    setFailure(outcome);
    setLeaving(false);
  };
  return (
    <DoorFrame>
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
        {(failure !== null || hasProviderFailed) && (
          <Note tone="bad" isAlert>
            {failure === null ? t("providerFailed") : t(WORDS[failure], { name: providerName ?? "" })}
          </Note>
        )}
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("submit")}
        </Button>
        {providerName !== null && (
          <Button type="button" isBusy={isLeaving} onClick={() => void leave()}>
            {t("byProvider", { name: providerName })}
          </Button>
        )}
      </form>
      <p className="text-sm text-muted">
        {isWithoutPeople ? (
          <Link href="/setup" className="text-accent underline">
            {t("firstAdmin")}
          </Link>
        ) : (
          t("help")
        )}
      </p>
    </DoorFrame>
  );
}
