import type pg from "pg";

/** What a test looks up in the database, or makes older than it is. */
export class LabRows {
  constructor(private readonly database: pg.Pool) {}

  async statusOf(id: string): Promise<string> {
    const { rows } = await this.database.query<{ status: string }>(
      "SELECT status FROM lab_session WHERE id = $1",
      [id],
    );
    return rows[0]?.status ?? "missing";
  }

  /** The session of this person that is not over. */
  async liveIdOf(email: string): Promise<string> {
    const { rows } = await this.database.query<{ id: string }>(
      `SELECT s.id FROM lab_session s JOIN person p ON p.id = s.student_id
        WHERE p.email = $1 AND s.status IN ('provisioning', 'running', 'ending')`,
      [email],
    );
    if (!rows[0]) throw new Error(`${email} has no session`);
    return rows[0].id;
  }

  /** Moves a session's whole life into the past, so that this many seconds are left of its first end. */
  async leave(id: string, leftSeconds: number): Promise<void> {
    await this.database.query(
      `UPDATE lab_session
          SET started_at = started_at - (expires_at - clock_timestamp() - make_interval(secs => $2)),
              expires_at = clock_timestamp() + make_interval(secs => $2)
        WHERE id = $1`,
      [id, leftSeconds],
    );
  }

  /** Moves the start back so far that the end cannot be moved any more. */
  async reachMaximum(id: string): Promise<void> {
    await this.database.query(
      `UPDATE lab_session
          SET started_at = expires_at - make_interval(mins => (lifetime ->> 'maxMinutes')::int)
        WHERE id = $1`,
      [id],
    );
  }

  async expireAll(): Promise<void> {
    await this.database.query(
      `UPDATE lab_session SET expires_at = clock_timestamp() WHERE status IN ('provisioning', 'running')`,
    );
    await this.database.query("DELETE FROM switch");
    await this.database.query("DELETE FROM confirmation");
    await this.database.query("DELETE FROM pass_act");
  }

  async countNotOver(): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM lab_session WHERE status IN ('provisioning', 'running', 'ending')`,
    );
    return rows[0]?.count ?? 0;
  }

  async installationId(): Promise<string> {
    const { rows } = await this.database.query<{ id: string }>("SELECT id FROM installation");
    if (!rows[0]) throw new Error("there is no installation");
    return rows[0].id;
  }

  /** As the product deletes a lab: kept for the history, in no course any more. */
  async removeLab(slug: string): Promise<void> {
    await this.database.query(
      "DELETE FROM course_lab WHERE lab_id IN (SELECT id FROM lab WHERE slug = $1 AND deleted_at IS NULL)",
      [slug],
    );
    await this.database.query(
      "UPDATE lab SET deleted_at = clock_timestamp() WHERE slug = $1 AND deleted_at IS NULL",
      [slug],
    );
  }
}
