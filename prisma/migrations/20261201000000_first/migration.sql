-- CreateTable
CREATE TABLE "installation" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "id" TEXT NOT NULL,
    "environment" TEXT NOT NULL,
    "namespace_uids" JSONB NOT NULL DEFAULT '{}',
    "pass_number" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "installation_pkey" PRIMARY KEY ("is_only")
);

-- CreateTable
CREATE TABLE "reap_lease" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "holder" TEXT,
    "pass_id" TEXT,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "reap_lease_pkey" PRIMARY KEY ("is_only")
);

-- CreateTable
CREATE TABLE "pass" (
    "id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "fence" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "outcome" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "has_findings" BOOLEAN NOT NULL DEFAULT false,
    "summary" JSONB,

    CONSTRAINT "pass_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pass_act" (
    "id" BIGSERIAL NOT NULL,
    "pass_id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "session_label" TEXT,
    "is_confirmed" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "pass_act_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "confirmation" (
    "id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "keys" TEXT[],
    "by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "confirmation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reaper_snapshot" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "snapshot" JSONB NOT NULL,

    CONSTRAINT "reaper_snapshot_pkey" PRIMARY KEY ("is_only")
);

-- CreateTable
CREATE TABLE "switch" (
    "name" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "by_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "switch_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "course_id" TEXT,
    "params" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lab_session" (
    "id" TEXT NOT NULL,
    "student_id" TEXT NOT NULL,
    "lab_id" TEXT NOT NULL,
    "course_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'provisioning',
    "end_reason" TEXT,
    "reason" JSONB,
    "blocks" BOOLEAN NOT NULL DEFAULT true,
    "namespace" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "lifetime" JSONB NOT NULL,
    "token_hash" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3),
    "running_at" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3),
    "delete_accepted_at" TIMESTAMPTZ(3),
    "over_at" TIMESTAMPTZ(3),
    "gone_at" TIMESTAMPTZ(3),
    "gone_uncertainty_ms" BIGINT,
    "job_uid" TEXT,
    "is_degraded" BOOLEAN NOT NULL DEFAULT false,
    "is_unguarded" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_attempt_at" TIMESTAMPTZ(3),
    "last_failure" JSONB,
    "ghost_passes" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "lab_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_machine" (
    "session_id" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "secret_name" TEXT,
    "uid" TEXT,
    "vmi_uid" TEXT,
    "last_node" TEXT,
    "address" TEXT,
    "state" TEXT NOT NULL DEFAULT 'unknown',

    CONSTRAINT "session_machine_pkey" PRIMARY KEY ("session_id","index")
);

-- CreateTable
CREATE TABLE "session_event" (
    "id" BIGSERIAL NOT NULL,
    "session_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "code" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "actor" TEXT,

    CONSTRAINT "session_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lab" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "session_minutes" INTEGER,
    "max_minutes" INTEGER,
    "is_enabled" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "lab_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "course" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "course_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "course_member" (
    "course_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "course_member_pkey" PRIMARY KEY ("course_id","person_id")
);

-- CreateTable
CREATE TABLE "course_lab" (
    "course_id" TEXT NOT NULL,
    "lab_id" TEXT NOT NULL,

    CONSTRAINT "course_lab_pkey" PRIMARY KEY ("course_id","lab_id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'member',
    "banned" BOOLEAN NOT NULL DEFAULT false,
    "ban_reason" TEXT,
    "ban_expires" TIMESTAMPTZ(3),
    "ssh_public_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "impersonated_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "password" TEXT,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_request" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "installation_id_key" ON "installation"("id");

-- CreateIndex
CREATE INDEX "pass_started_at_idx" ON "pass"("started_at");

-- CreateIndex
CREATE INDEX "pass_outcome_finished_at_idx" ON "pass"("outcome", "finished_at");

-- CreateIndex
CREATE INDEX "pass_act_at_idx" ON "pass_act"("at");

-- CreateIndex
CREATE INDEX "pass_act_pass_id_idx" ON "pass_act"("pass_id");

-- CreateIndex
CREATE INDEX "confirmation_expires_at_idx" ON "confirmation"("expires_at");

-- CreateIndex
CREATE INDEX "audit_entry_course_id_id_idx" ON "audit_entry"("course_id", "id");

-- CreateIndex
CREATE INDEX "audit_entry_subject_type_subject_id_idx" ON "audit_entry"("subject_type", "subject_id");

-- CreateIndex
CREATE INDEX "lab_session_started_at_idx" ON "lab_session"("started_at");

-- CreateIndex
CREATE INDEX "lab_session_student_id_started_at_idx" ON "lab_session"("student_id", "started_at");

-- CreateIndex
CREATE INDEX "lab_session_lab_id_idx" ON "lab_session"("lab_id");

-- CreateIndex
CREATE INDEX "lab_session_course_id_idx" ON "lab_session"("course_id");

-- CreateIndex
CREATE INDEX "lab_session_claimed_at_idx" ON "lab_session"("claimed_at");

-- CreateIndex
CREATE INDEX "lab_session_delete_accepted_at_idx" ON "lab_session"("delete_accepted_at");

-- CreateIndex
CREATE INDEX "lab_session_not_over" ON "lab_session"("id") WHERE ("over_at" IS NULL);

-- CreateIndex
CREATE INDEX "lab_session_not_gone" ON "lab_session"("id") WHERE ("gone_at" IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "lab_session_one_blocking_per_student" ON "lab_session"("student_id") WHERE ("blocks" = true);

-- CreateIndex
CREATE UNIQUE INDEX "session_machine_name_key" ON "session_machine"("name");

-- CreateIndex
CREATE INDEX "session_event_session_id_id_idx" ON "session_event"("session_id", "id");

-- CreateIndex
CREATE INDEX "session_event_at_idx" ON "session_event"("at");

-- CreateIndex
CREATE UNIQUE INDEX "lab_slug_of_undeleted" ON "lab"("slug") WHERE ("deleted_at" IS NULL);

-- CreateIndex
CREATE INDEX "course_member_person_id_idx" ON "course_member"("person_id");

-- CreateIndex
CREATE INDEX "course_lab_lab_id_idx" ON "course_lab"("lab_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_token_key" ON "sign_in"("token");

-- CreateIndex
CREATE INDEX "sign_in_person_id_idx" ON "sign_in"("person_id");

-- CreateIndex
CREATE INDEX "account_person_id_idx" ON "account"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "account_provider_id_account_id_key" ON "account"("provider_id", "account_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit"("key");

-- AddForeignKey
ALTER TABLE "pass_act" ADD CONSTRAINT "pass_act_pass_id_fkey" FOREIGN KEY ("pass_id") REFERENCES "pass"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lab_session" ADD CONSTRAINT "lab_session_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "person"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lab_session" ADD CONSTRAINT "lab_session_lab_id_fkey" FOREIGN KEY ("lab_id") REFERENCES "lab"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lab_session" ADD CONSTRAINT "lab_session_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_machine" ADD CONSTRAINT "session_machine_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "lab_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "lab_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "course_member" ADD CONSTRAINT "course_member_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "course_member" ADD CONSTRAINT "course_member_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "course_lab" ADD CONSTRAINT "course_lab_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "course"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "course_lab" ADD CONSTRAINT "course_lab_lab_id_fkey" FOREIGN KEY ("lab_id") REFERENCES "lab"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say: one row in these tables, and the words that a column may hold.
ALTER TABLE "installation" ADD CONSTRAINT "installation_is_only" CHECK ("is_only");
ALTER TABLE "reap_lease" ADD CONSTRAINT "reap_lease_is_only" CHECK ("is_only");
ALTER TABLE "reaper_snapshot" ADD CONSTRAINT "reaper_snapshot_is_only" CHECK ("is_only");

ALTER TABLE "pass"
  ADD CONSTRAINT "pass_trigger" CHECK ("trigger" IN ('cronjob', 'person', 'cli', 'timer')),
  ADD CONSTRAINT "pass_outcome" CHECK ("outcome" IN ('clean', 'partial', 'blind', 'failed', 'skipped')),
  ADD CONSTRAINT "pass_is_whole" CHECK (("outcome" IS NULL) = ("finished_at" IS NULL) AND ("outcome" IS NULL) = ("summary" IS NULL));
ALTER TABLE "pass_act" ADD CONSTRAINT "pass_act_direction" CHECK ("direction" IN ('orphan', 'ghost', 'leftover'));
ALTER TABLE "confirmation" ADD CONSTRAINT "confirmation_direction" CHECK ("direction" IN ('orphan', 'ghost', 'leftover'));
ALTER TABLE "switch" ADD CONSTRAINT "switch_name" CHECK ("name" IN ('no-new-sessions', 'stop-reaping'));
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_actor_type" CHECK ("actor_type" IN ('person', 'system'));

ALTER TABLE "lab_session"
  ADD CONSTRAINT "lab_session_id" CHECK ("id" ~ '^[a-z][a-z0-9]{9}$'),
  ADD CONSTRAINT "lab_session_kind" CHECK ("kind" IN ('vm', 'pod')),
  ADD CONSTRAINT "lab_session_status" CHECK ("status" IN ('provisioning', 'running', 'ending', 'ended', 'expired', 'failed')),
  ADD CONSTRAINT "lab_session_end_reason" CHECK ("end_reason" IN ('returned', 'expired', 'ended-by-admin', 'vanished', 'launch-failed', 'hard-deadline')),
  ADD CONSTRAINT "lab_session_live" CHECK (("status" IN ('provisioning', 'running')) = ("end_reason" IS NULL) AND ("end_reason" IS NULL) = ("claimed_at" IS NULL)),
  ADD CONSTRAINT "lab_session_over" CHECK (("status" IN ('ended', 'expired', 'failed')) = ("over_at" IS NOT NULL)),
  ADD CONSTRAINT "lab_session_token_dies_at_the_claim" CHECK ("claimed_at" IS NULL OR "token_hash" IS NULL),
  ADD CONSTRAINT "lab_session_blocks" CHECK (CASE WHEN "status" IN ('provisioning', 'running') THEN "blocks" ELSE NOT "blocks" OR "status" = 'ending' END);
ALTER TABLE "session_machine"
  ADD CONSTRAINT "session_machine_index" CHECK ("index" BETWEEN 1 AND 8),
  ADD CONSTRAINT "session_machine_state" CHECK ("state" IN ('unknown', 'pending', 'running', 'stopped', 'terminating', 'failed', 'gone'));

ALTER TABLE "person"
  ADD CONSTRAINT "person_role" CHECK ("role" IN ('admin', 'member')),
  ADD CONSTRAINT "person_email" CHECK ("email" = lower("email"));
ALTER TABLE "course_member" ADD CONSTRAINT "course_member_role" CHECK ("role" IN ('student', 'instructor'));
