import { Type, type Static } from 'typebox'

import { InstantSchema } from '#shared/lib/instant.ts'
import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'
import { AuditEntrySchema } from '#shared/operations/audit.ts'

const strict = { additionalProperties: false } as const

/** An entry for admins, with known names of members, and of the event, invitation or error it concerns. */
const AuditLineSchema = Type.Object({
  ...AuditEntrySchema.properties,
  actorName: Type.Optional(Type.String()),
  targetName: Type.Optional(Type.String()),
  /** Name of the chapter whose membership has changed. */
  chapter: Type.Optional(Type.String()),
})
export type AuditLine = Static<typeof AuditLineSchema>

export const AuditPageSchema = Type.Object({
  ...pageOf(AuditLineSchema).properties,
  /** Names of the actor and the target that are filtered by. */
  actorName: Type.Optional(Type.String()),
  targetName: Type.Optional(Type.String()),
})
export type AuditPage = Static<typeof AuditPageSchema>

/** All filters must match. */
export const AuditFilterSchema = Type.Object(
  {
    /** User id. */
    actor: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    action: Type.Optional(Type.String({ pattern: '^[a-z_]+\\.[a-z_]+$', maxLength: 60 })),
    /** Leaves out sign-ins, sign-outs and renewals of sessions, but not denials. */
    sessions: Type.Optional(Type.Literal('hidden')),
    /** Id of the affected member or thing; for denials, the route. */
    target: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    /** The first instant of a period. */
    from: Type.Optional(InstantSchema),
    /** The first instant after it. */
    before: Type.Optional(InstantSchema),
  },
  strict,
)
export type AuditFilter = Static<typeof AuditFilterSchema>

export const AuditQuerySchema = Type.Object(
  { ...AuditFilterSchema.properties, ...CursorQuerySchema.properties },
  strict,
)

/** A field before and after; undefined where it did not exist. Values are strings, and lists have one item per line. */
const AuditedFieldSchema = Type.Object({
  name: Type.String(),
  before: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
})
export type AuditedField = Static<typeof AuditedFieldSchema>

/** An entry with its changes. */
export const AuditDetailsSchema = Type.Object({
  ...AuditLineSchema.properties,
  requestId: Type.Optional(Type.String()),
  /** Includes fields that stayed the same. */
  fields: Type.Array(AuditedFieldSchema),
})
export type AuditDetails = Static<typeof AuditDetailsSchema>
