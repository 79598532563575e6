import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { requireAdmin } from "@/lib/server/page-session";

/** Asked here, above the skeleton: an answer that has begun can send nobody elsewhere but by a script. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  return <Shell me={await requireAdmin()}>{children}</Shell>;
}
