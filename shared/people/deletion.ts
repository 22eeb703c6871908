import { Type, type Static } from 'typebox'

export const DeletionSchema = Type.Object({
  /** ISO instant from which the deletion can no longer be cancelled. */
  deletionDueAt: Type.String(),
})
export type Deletion = Static<typeof DeletionSchema>
