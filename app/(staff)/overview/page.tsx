import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("overview") };
}

export default async function OverviewPage() {
  await requireStaff();
  return <OverviewScreen />;
}
