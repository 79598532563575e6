import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuditScreen } from "@/components/audit/audit-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("audit") };
}

export default async function AuditPage() {
  await requireStaff();
  return <AuditScreen />;
}
