import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SetupScreen } from "@/components/setup/setup-screen";
import { isWithoutPeople } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setup"))("title") };
}

export default async function SetupPage() {
  if (!(await isWithoutPeople())) redirect("/sign-in");
  return <SetupScreen />;
}
