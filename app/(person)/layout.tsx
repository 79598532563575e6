import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { requirePerson } from "@/lib/server/page-session";

export default async function PersonLayout({ children }: { children: ReactNode }) {
  return <Shell me={await requirePerson()}>{children}</Shell>;
}
