import { redirect } from "next/navigation";
import { homeOf, requirePerson } from "@/lib/server/page-session";

export default async function HomePage() {
  redirect(homeOf(await requirePerson()));
}
