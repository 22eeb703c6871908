import { Type, type Static } from 'typebox'

import { InstantSchema } from '#shared/lib/instant.ts'
import { IdSchema } from '#shared/lib/page.ts'
import { MemberRoleSchema } from '#shared/people/members.ts'

import { MEMBERSHIP_ACTIONS, MEMBERSHIP_LIMITS, type MembershipActionKind } from './membership-actions.ts'

const strict = { additionalProperties: false } as const
const note = Type.Optional(Type.String({ maxLength: MEMBERSHIP_LIMITS.note }))

/** Input of each action. */
export const ActionSchemas = {
  /** The note is shown to the person. */
  approve: Type.Object({ note }, strict),
  /** The note is shown to the person. */
  decline: Type.Object({ note }, strict),
  suspend: Type.Object(
    {
      /** Shown to the member. */
      reason: Type.String({
        minLength: MEMBERSHIP_LIMITS.reason.min,
        maxLength: MEMBERSHIP_LIMITS.reason.max,
        pattern: '\\S',
      }),
      /** ISO instant at which the suspension ends. Without it, an admin has to restore the member. */
      until: Type.Optional(InstantSchema),
    },
    strict,
  ),
  restore: Type.Object({}, strict),
  changeRole: Type.Object({ role: MemberRoleSchema }, strict),
} as const

const actionOf = (kind: MembershipActionKind) =>
  Type.Object({ kind: Type.Literal(kind), ...ActionSchemas[kind].properties }, strict) as never

export const BatchSchema = Type.Object(
  {
    action: Type.Unsafe<MembershipActionEdit>(Type.Union(MEMBERSHIP_ACTIONS.map(actionOf))),
    members: Type.Array(
      Type.Object({ id: IdSchema, version: Type.Integer({ minimum: 1, maximum: 1e15 }) }, strict),
      { minItems: 1, maxItems: MEMBERSHIP_LIMITS.batch },
    ),
    /** Reports what would happen, without changing anything. */
    preview: Type.Boolean(),
  },
  strict,
)
export type Batch = Static<typeof BatchSchema>

type Fields<K extends keyof typeof ActionSchemas> = Static<(typeof ActionSchemas)[K]>
export type MembershipActionEdit = {
  [K in keyof typeof ActionSchemas]: { kind: K } & Fields<K>
}[keyof typeof ActionSchemas]

export const BatchResultSchema = Type.Object({
  /** Results in the order of the request. */
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      displayName: Type.String(),
      /** `unchanged` means that it already had the requested state. */
      outcome: Type.Enum(['done', 'unchanged', 'refused']),
      /** Code of the refusal, as in a problem response. */
      code: Type.Optional(Type.String()),
      message: Type.Optional(Type.String()),
    }),
  ),
})
export type BatchResult = Static<typeof BatchResultSchema>
