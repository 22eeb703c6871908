import { Type, type Static } from 'typebox'

import { DAY } from '#shared/lib/durations.ts'

/** Milliseconds between the request and the deletion. */
export const DELETION_DELAY = 14 * DAY

export const DeletionSchema = Type.Object({
  /** ISO instant from which the deletion can no longer be cancelled. */
  deletionDueAt: Type.String(),
})
export type Deletion = Static<typeof DeletionSchema>

/** A record that an admin viewed private data. */
const AdminViewSchema = Type.Object({
  of: Type.Enum(['account', 'report', 'draft', 'list', 'search', 'download']),
  at: Type.String(),
})
export type AdminView = Static<typeof AdminViewSchema>
/** Latest first. */
export const AdminViewsSchema = Type.Object({ items: Type.Array(AdminViewSchema) })
