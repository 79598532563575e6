"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useStartSession } from "@/lib/client/mutations/sessions";
import { meQuery, type OneTimePassword, oneTimePasswordQuery } from "@/lib/client/queries";
import type { StudentAnswer } from "@/lib/contracts/status";
import { useStillSo } from "@/lib/client/use-still-so";
import { isLive } from "@/lib/domain/states";
import { PageTitle } from "../ui/panel";
import { QueryView } from "../ui/query-view";
import { Skeleton } from "../ui/skeleton";
import { EndedNotice } from "./ended-notice";
import { EndingCard } from "./ending-card";
import { LabPicker } from "./lab-picker";
import { LiveSession } from "./live-session";

/** The student's page: choose, wait, use, give back. Made for a phone first. */
export function StudentScreen() {
  const t = useTranslations("student");
  const query = useQuery(meQuery());
  const start = useStartSession();
  const queryClient = useQueryClient();
  const oneTime = useQuery(oneTimePasswordQuery()).data ?? null;
  const startError = useStillSo(start, query.data ? startSituation(query.data) : "");
  const startLab = (labId: string, courseId: string) =>
    start.mutate(
      { labId, courseId },
      {
        onSuccess: ({ id, oneTimePassword }) =>
          queryClient.setQueryData<unknown>(
            oneTimePasswordQuery().queryKey as readonly unknown[],
            oneTimePassword === null ? null : { sessionId: id, password: oneTimePassword },
          ),
      },
    );
  return (
    <div className="mx-auto max-w-xl">
      <PageTitle>{t("title")}</PageTitle>
      <QueryView query={query} skeleton={<StudentSkeleton />}>
        {(answer) => (
          <StudentView
            answer={answer}
            oneTime={oneTime}
            startingLabId={start.isPending ? start.variables.labId : null}
            startError={startError}
            onStart={startLab}
          />
        )}
      </QueryView>
    </div>
  );
}

/** What decides whether a start is refused, as far as this page knows. */
function startSituation({ session, lastSession, noNewSessions }: StudentAnswer): string {
  return [session?.id, lastSession?.id, noNewSessions.isOn].join();
}

interface StudentViewProps {
  readonly answer: StudentAnswer;
  readonly oneTime: OneTimePassword | null;
  readonly startingLabId: string | null;
  readonly startError: unknown;
  readonly onStart: (labId: string, courseId: string) => void;
}

function StudentView({ answer, oneTime, startingLabId, startError, onStart }: StudentViewProps) {
  const { session, lastSession } = answer;
  if (session && isLive(session)) {
    return (
      <LiveSession
        key={session.id}
        session={session}
        hasSshKey={answer.me.hasSshKey}
        password={oneTime?.sessionId === session.id ? oneTime.password : null}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {session ? <EndingCard session={session} /> : lastSession && <EndedNotice session={lastSession} />}
      <LabPicker
        labs={answer.labs}
        noNewSessions={answer.noNewSessions}
        hasSshKey={answer.me.hasSshKey}
        isBlocked={session !== null}
        startingLabId={startingLabId}
        error={startError}
        onStart={onStart}
      />
    </div>
  );
}

function StudentSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-40" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}
