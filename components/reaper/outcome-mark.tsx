"use client";
import { useTranslations } from "next-intl";
import type { PassOutcome } from "@/lib/domain/pass-summary";
import { type Shape, StatusMark, type Tone } from "../ui/status-mark";

const LOOKS: Readonly<Record<PassOutcome, readonly [Tone, Shape]>> = {
  clean: ["ok", "disc"],
  partial: ["warn", "half"],
  blind: ["bad", "diamond"],
  failed: ["bad", "diamond"],
  skipped: ["muted", "ring"],
};

export function OutcomeMark({ outcome }: { outcome: PassOutcome }) {
  const t = useTranslations("outcome");
  const [tone, shape] = LOOKS[outcome];
  return (
    <StatusMark tone={tone} shape={shape}>
      {t(outcome)}
    </StatusMark>
  );
}
