import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReaperScreen } from "@/components/reaper/reaper-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("reaper") };
}

export default async function ReaperPage() {
  const me = await requireStaff();
  return <ReaperScreen isAdmin={me.role === "admin"} />;
}
