import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DoctorScreen } from "@/components/doctor/doctor-screen";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("doctor") };
}

export default function DoctorPage() {
  return <DoctorScreen />;
}
