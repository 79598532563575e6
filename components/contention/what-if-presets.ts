import type { ContentionChangeText } from "@/lib/client/queries";
import type { Measure } from "@/lib/domain/contention/measures/measure";

/** A measure of this case as a change of the what-if, and what its button says: a key of "whatIfPresets". */
export interface WhatIfPreset {
  readonly code: "request" | "spread" | "waves" | "startup";
  readonly figure: number;
  readonly change: ContentionChangeText;
}

/** As even as it can be. */
const EVEN = 1;

/**
 * The measures that help by themselves, each with its highest figure. A spread and its anti-affinity place alike; a CPU
 * limit goes with another measure, and is left to the fields.
 */
export function whatIfPresets(measures: readonly Measure[]): readonly WhatIfPreset[] {
  return measures.flatMap(({ code, params }): WhatIfPreset[] => {
    if (code === "topology-spread") return [presetOf("spread", "maxSkew", EVEN)];
    if (code === "raise-request") return figured("request", "requestMilli", params["mostMilli"]);
    if (code === "waves") return figured("waves", "waveSize", params["size"]);
    return code === "startup-probe" ? figured("startup", "startupSeconds", params["mostSeconds"]) : [];
  });
}

type Field = keyof ContentionChangeText;

function figured(code: WhatIfPreset["code"], field: Field, figure: unknown): WhatIfPreset[] {
  return typeof figure === "number" ? [presetOf(code, field, figure)] : [];
}

function presetOf(code: WhatIfPreset["code"], field: Field, figure: number): WhatIfPreset {
  return { code, figure, change: { [field]: String(figure) } };
}
