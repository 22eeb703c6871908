import { Type, type Static } from 'typebox'

import { MEETING_LIMITS, OUTCOME_KINDS, PROMISE_STATES } from './rules.ts'
import { IdSchema } from '#shared/lib/page.ts'

const limits = MEETING_LIMITS
const strict = { additionalProperties: false } as const
export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

/** `from` helped; `to` benefited and confirms. */
export const NewOutcomeSchema = Type.Object(
  {
    kind: Type.Enum([...OUTCOME_KINDS]),
    from: IdSchema,
    to: IdSchema,
    note: Type.String({ maxLength: limits.outcomeNote }),
  },
  strict,
)
export type NewOutcome = Static<typeof NewOutcomeSchema>

/** A promise of the sender to the participant `to`. */
export const NewPromiseSchema = Type.Object(
  { text: text(limits.promise), to: IdSchema, dueOn: Type.String({ format: 'date' }) },
  strict,
)
export type NewPromise = Static<typeof NewPromiseSchema>

export const NewThanksSchema = Type.Object({ to: IdSchema, text: text(limits.thanks) }, strict)
export type NewThanks = Static<typeof NewThanksSchema>

export const OutcomeSchema = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...OUTCOME_KINDS]),
  /** Member ids. */
  from: Type.String(),
  to: Type.String(),
  note: Type.String(),
  recordedBy: Type.String(),
  /** Time at which `to` confirmed it. */
  confirmedAt: Type.Optional(Type.String()),
})
export type Outcome = Static<typeof OutcomeSchema>

/** A follow-up that a participant promised. */
export const PromiseSchema = Type.Object({
  id: Type.String(),
  text: Type.String(),
  /** Member ids of the person who promised, and of the one it was promised to. */
  owner: Type.String(),
  to: Type.String(),
  /** `YYYY-MM-DD`, in the owner's zone. */
  dueOn: Type.String(),
  state: Type.Enum([...PROMISE_STATES]),
  /** Reason for dropping it. */
  reason: Type.Optional(Type.String()),
  /** Time at which `to` confirmed that it was kept. */
  confirmedAt: Type.Optional(Type.String()),
})
export type MeetingPromise = Static<typeof PromiseSchema>

export const ThanksSchema = Type.Object({
  id: Type.String(),
  from: Type.String(),
  to: Type.String(),
  text: Type.String(),
  at: Type.String(),
})
