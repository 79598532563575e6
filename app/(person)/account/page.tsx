import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AccountScreen } from "@/components/account/account-screen";
import { requirePerson } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("account") };
}

export default async function AccountPage() {
  const me = await requirePerson();
  return <AccountScreen me={me} />;
}
