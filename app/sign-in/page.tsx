import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SignInScreen } from "@/components/shell/sign-in-screen";
import { pageOfOurs } from "@/lib/server/asked-page";
import { oidcName } from "@/lib/server/oidc";
import { findMe, homeOf, isWithoutPeople } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const me = await findMe();
  const { error, next } = await searchParams;
  if (me) redirect(pageOfOurs(next) ?? homeOf(me));
  return (
    <SignInScreen
      providerName={oidcName()}
      hasProviderFailed={error !== undefined}
      // A database that is away must not take this page with it.
      isWithoutPeople={await isWithoutPeople().catch(() => false)}
    />
  );
}
