import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContentionScreen } from "@/components/contention/contention-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("contention") };
}

export default async function ContentionPage() {
  await requireStaff();
  return <ContentionScreen />;
}
