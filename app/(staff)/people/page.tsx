import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PeopleScreen } from "@/components/people/people-screen";
import { requireStaff } from "@/lib/server/page-session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("nav"))("people") };
}

export default async function PeoplePage() {
  const me = await requireStaff();
  return <PeopleScreen me={me} />;
}
