import type { DoctorLine } from "@/lib/domain/doctor";
import type { Answer } from "./result";

/** What the doctor found, in the order of the page. */
export interface DoctorAnswer extends Answer {
  readonly lines: readonly DoctorLine[];
}
