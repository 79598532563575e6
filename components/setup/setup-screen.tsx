"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, type InputHTMLAttributes } from "react";
import { useClaimFirstAdmin } from "@/lib/client/mutations/setup";
import { DoorFrame } from "../shell/door-frame";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/inputs";
import { useFieldError } from "../ui/reason-text";
import { RefusalNote } from "../ui/refusal-note";

type FieldName = "token" | "name" | "email" | "password";
const FIELDS: readonly (readonly [FieldName, InputHTMLAttributes<HTMLInputElement>])[] = [
  ["token", { type: "text", autoComplete: "off", spellCheck: false }],
  ["name", { type: "text", autoComplete: "name", maxLength: 120 }],
  ["email", { type: "email", autoComplete: "username" }],
  ["password", { type: "password", autoComplete: "new-password", minLength: 12, maxLength: 128 }],
];

/** The first admin of a database that has nobody, by the token that the app printed to its log. */
export function SetupScreen() {
  const t = useTranslations("setup");
  const router = useRouter();
  const claim = useClaimFirstAdmin();
  const fieldError = useFieldError(claim.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: FieldName) => String(form.get(name));
    claim.mutate(
      { token: read("token").trim(), name: read("name"), email: read("email"), password: read("password") },
      { onSuccess: () => router.push("/sign-in") },
    );
  };
  const hasFieldError = FIELDS.some(([name]) => fieldError(name) !== null);
  return (
    <DoorFrame>
      <form method="post" onSubmit={submit} className="flex flex-col gap-4 rounded-md border bg-surface p-4">
        <h1 className="text-xl font-semibold">{t("title")}</h1>
        <p>{t("intro")}</p>
        {FIELDS.map(([name, attributes]) => (
          <Field key={name} label={t(name)} error={fieldError(name)}>
            {(control) => <TextInput {...control} {...attributes} name={name} required />}
          </Field>
        ))}
        {!hasFieldError && <RefusalNote error={claim.error} />}
        <Button type="submit" look="primary" isBusy={claim.isPending}>
          {t("submit")}
        </Button>
      </form>
    </DoorFrame>
  );
}
