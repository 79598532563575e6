import { z } from "zod";
import type { Lab } from "@/lib/domain/lab";
import type { Answer } from "./result";
import { plainName } from "./result";
import { recordId } from "./sessions";

const text = (max: number) => z.string().trim().min(1).max(max);

/** Shape only: ranges and rules that need the configuration (image prefixes, reserved CIDRs) are lib/domain/lab-rules. */
export const labInput = z.object({
  slug: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/),
  name: plainName(80),
  description: z.string().trim().max(2000),
  isEnabled: z.boolean(),
  sessionMinutes: z.number().int().min(5).max(10080).nullable(),
  maxMinutes: z.number().int().min(5).max(10080).nullable(),
  spec: z.object({
    kind: z.enum(["vm", "pod"]),
    image: text(300),
    cpus: z.number().min(0.05).max(64),
    memoryMiB: z.number().int().min(32).max(262144),
    machineCount: z.number().int().min(1).max(8),
    disk: z.discriminatedUnion("type", [
      z.object({ type: z.literal("none") }),
      z.object({ type: z.literal("scratch"), sizeMiB: z.number().int().min(16).max(1048576) }),
      z.object({
        type: z.literal("clone"),
        sourcePvc: text(63),
        sourceNamespace: text(63).nullable(),
        sizeMiB: z.number().int().min(16).max(1048576),
      }),
    ]),
    ephemeralMiB: z.number().int().min(16).max(1048576),
    cloudInit: z.record(z.string().max(64), z.unknown()),
    access: z.object({
      protocol: z.enum(["ssh", "http", "none"]),
      port: z.number().int().min(1).max(65535),
      user: z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/),
      template: z.string().trim().max(300),
    }),
    egress: z
      .array(
        z.object({
          cidr: text(49),
          except: z.array(text(49)).max(20).optional(),
          ports: z
            .array(z.object({ protocol: z.enum(["TCP", "UDP"]), port: z.number().int().min(1).max(65535) }))
            .max(20),
        }),
      )
      .max(20),
    capabilities: z.array(z.string().regex(/^[A-Z_]{2,40}$/)).max(10),
    graceSeconds: z.number().int().min(0).max(300),
  }),
});
export type LabInput = z.infer<typeof labInput>;
/** With a course the new lab is that course's; an instructor's lab needs one. */
export const createLabInput = labInput.extend({ courseId: recordId.optional() });
export type CreateLabInput = z.infer<typeof createLabInput>;
/** `seen` is what a form was opened with: what somebody else changed since then is kept. Left out: a conflict. */
export const updateLabInput = labInput.extend({
  id: recordId,
  version: z.number().int().min(0),
  seen: labInput.optional(),
});
export type UpdateLabInput = z.infer<typeof updateLabInput>;
export const labIdInput = z.object({ id: recordId });
export type LabIdInput = z.infer<typeof labIdInput>;

export interface LabRow extends Lab {
  readonly courseNames: readonly string[];
  readonly liveSessions: number;
  /** An image without a digest can change under the class. */
  readonly isImagePinned: boolean;
}
export interface LabList extends Answer {
  readonly items: readonly LabRow[];
  /** What the form may offer and check against. */
  readonly rules: LabFormRules;
}
export interface LabFormRules {
  readonly imagePrefixes: readonly string[];
  readonly defaultSessionMinutes: number;
  readonly defaultMaxMinutes: number;
  readonly machineCap: number;
}
