import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CoursesScreen } from "@/components/courses/courses-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("courses") };
}

export default async function CoursesPage() {
  const me = await requireStaff();
  return <CoursesScreen isAdmin={me.role === "admin"} />;
}
