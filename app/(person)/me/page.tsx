import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { StudentScreen } from "@/components/student/student-screen";
import { requirePerson } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("me") };
}

export default async function StudentPage() {
  await requirePerson();
  return <StudentScreen />;
}
