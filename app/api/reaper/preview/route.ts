import { readRoute } from "@/lib/server/route";
import { previewPass } from "@/lib/usecases/preview-pass";

export const dynamic = "force-dynamic";

export const GET = readRoute({
  name: "/api/reaper/preview",
  run: (context, actor) => previewPass(context, actor),
});
