import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DoctorScreen } from "@/components/doctor/doctor-screen";
import { requireAdmin } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("doctor") };
}

export default async function DoctorPage() {
  await requireAdmin();
  return <DoctorScreen />;
}
