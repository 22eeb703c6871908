import type { EmailFigures } from '#shared/notifications/email-figures.ts'
import { limit, sql, type ViewReader } from '#server/views/sql.ts'

const LISTED = 10

/** Number of queued emails, the time of the oldest, and the earliest due time. */
export function queueOf(views: ViewReader) {
  const { queued, queuedSince, dueSince } = views.get<{
    queued: number
    queuedSince: string | null
    dueSince: string | null
  }>(sql`
    SELECT count(*) AS queued, min(at) AS queuedSince, (SELECT min(dueAt) FROM email) AS dueSince
    FROM email WHERE state = 'queued'`)!
  return { queued, queuedSince: queuedSince ?? undefined, dueSince: dueSince ?? undefined }
}

/** The latest failed emails. */
export const setAside = (views: ViewReader) =>
  views.all<EmailFigures['setAside'][number]>(sql`
    SELECT id, topic, at, coalesce(reason, '') AS reason FROM email WHERE state = 'failed'
    ORDER BY at DESC, id DESC ${limit(LISTED)}`)
