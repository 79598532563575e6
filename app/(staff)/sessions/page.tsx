import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SessionsScreen } from "@/components/sessions/sessions-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("sessions") };
}

export default async function SessionsPage() {
  await requireStaff();
  return <SessionsScreen />;
}
