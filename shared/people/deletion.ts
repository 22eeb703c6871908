import { Type, type Static } from 'typebox'

import { DAY } from '#shared/lib/durations.ts'

/** Milliseconds between the request and the deletion. */
export const DELETION_DELAY = 14 * DAY

export const DeletionSchema = Type.Object({
  /** ISO instant from which the deletion can no longer be cancelled. */
  deletionDueAt: Type.String(),
})
export type Deletion = Static<typeof DeletionSchema>
