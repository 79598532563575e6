import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LabsScreen } from "@/components/labs/labs-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("labs") };
}

export default async function LabsPage() {
  const me = await requireStaff();
  return <LabsScreen isAdmin={me.role === "admin"} />;
}
