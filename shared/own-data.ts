import { Type, type Static } from 'typebox'

/** From asking for the deletion to the deletion itself. Milliseconds. */
export const DELETION_DELAY = 14 * 24 * 60 * 60 * 1_000

export const DeletionSchema = Type.Object({
  /** ISO instant from which nothing can be brought back. */
  deletionDueAt: Type.String(),
})
export type Deletion = Static<typeof DeletionSchema>
