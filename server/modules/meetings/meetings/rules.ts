import type { MeetingStatus } from '#shared/meetings/rules.ts'
import { among, sql } from '#server/views/sql.ts'

const OFF: readonly MeetingStatus[] = ['declined', 'expired', 'cancelled', 'notHeld']

/** Whether a meeting did not and will not take place. `sql` is about the row `m` of the view `meeting`. */
export const isOff = {
  of: ({ state }: { state: MeetingStatus }) => OFF.includes(state),
  sql: sql`(m.state IN ${among(OFF)})`,
}
