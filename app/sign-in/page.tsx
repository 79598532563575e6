import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SignInScreen } from "@/components/shell/sign-in-screen";
import { findMe, homeOf } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

export default async function SignInPage() {
  const me = await findMe();
  if (me) redirect(homeOf(me));
  return <SignInScreen />;
}
