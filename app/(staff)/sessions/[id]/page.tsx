import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SessionScreen } from "@/components/sessions/session-screen";
import { sessionId } from "@/lib/contracts/sessions";
import { requireStaff } from "@/lib/server/page-session";

interface SessionPageProps {
  readonly params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: SessionPageProps): Promise<Metadata> {
  const { id } = await params;
  return { title: (await getTranslations("session"))("title", { id }) };
}

export default async function SessionPage({ params }: SessionPageProps) {
  await requireStaff();
  const { id } = await params;
  if (!sessionId.safeParse(id).success) notFound();
  return <SessionScreen id={id} />;
}
