import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CapacityScreen } from "@/components/capacity/capacity-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("capacity") };
}

export default async function CapacityPage() {
  await requireStaff();
  return <CapacityScreen />;
}
