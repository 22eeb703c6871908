import { sql, type ViewReader } from '#server/views/sql.ts'

/** The number of emails in the queue, and the time when the first one is or was due. */
export function emailQueue(views: ViewReader) {
  const { queued, dueSince } = views.get<{ queued: number; dueSince: string | null }>(sql`
    SELECT count(*) AS queued, (SELECT min(dueAt) FROM email) AS dueSince FROM email WHERE state = 'queued'`)!
  return { queued, dueSince: dueSince ?? undefined }
}

export const memberCount = (views: ViewReader) =>
  views.get<{ members: number }>(
    sql`SELECT coalesce(sum(count), 0) AS members FROM accountCount WHERE status <> 'former'`,
  )!.members
