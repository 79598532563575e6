import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { requireStaff } from "@/lib/server/page-session";

export default async function StaffLayout({ children }: { children: ReactNode }) {
  return <Shell me={await requireStaff()}>{children}</Shell>;
}
