import "server-only";
import type { Context } from "@/lib/usecases/context";
import { offerFirstAdmin } from "@/lib/usecases/offer-first-admin";

/** The one secret that goes to the log: it works once, while the database has nobody, and for a day. */
export async function tellFirstAdminToken(context: Context): Promise<void> {
  const token = await offerFirstAdmin(context);
  if (token === null) return;
  const { appUrl } = context.config;
  context.log.warn(
    {},
    `Nobody can sign in yet: open ${appUrl}/setup within 24 hours, one-time token ${token}`,
  );
}
