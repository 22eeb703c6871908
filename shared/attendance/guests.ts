import { Type, type Static } from 'typebox'

import { AnswersEditSchema, AnswerSchema, QuestionSchema } from '#shared/events/questions.ts'
import { ofEvent } from '#shared/events/route-ids.ts'
import { PublicEventSchema } from '#shared/events/public-events.ts'
import { ParticipationSchema } from '#shared/events/rsvps.ts'
import { RSVP_STATES } from '#shared/events/rules.ts'
import { ids, NO_CONTENT } from '#shared/lib/route-parts.ts'

import { GUEST_EMAIL, GUEST_LIMITS, GUEST_LINK } from './guest-rules.ts'

const strict = { additionalProperties: false } as const

const NameSchema = Type.String({ minLength: GUEST_LIMITS.name.min, maxLength: GUEST_LIMITS.name.max })

/** A guest without an account. */
const GuestEditSchema = Type.Object(
  {
    name: NameSchema,
    email: Type.String({
      minLength: 3,
      maxLength: GUEST_LIMITS.email,
      pattern: GUEST_EMAIL,
      examples: ['guest@example.org'],
    }),
  },
  strict,
)
export type GuestEdit = Static<typeof GuestEditSchema>

/** Guests whom the viewer has named. */
const NamedGuestSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** `invited` until the guest confirms. */
  state: Type.Enum(['invited', ...RSVP_STATES]),
})
export type NamedGuest = Static<typeof NamedGuestSchema>

const LinkSchema = Type.String({ pattern: GUEST_LINK })
export const GuestLinkSchema = Type.Object({ link: LinkSchema }, strict)

/** A guest's answer to the event. */
const GuestRsvpSchema = Type.Object(
  {
    link: LinkSchema,
    state: Type.Enum(['going', 'declined']),
    name: Type.Optional(NameSchema),
    answers: Type.Optional(AnswersEditSchema),
  },
  strict,
)
export type GuestRsvp = Static<typeof GuestRsvpSchema>

/** The event as a guest sees it, with nothing of its members but the name of the one who invited them. */
const GuestPageSchema = Type.Object({
  event: Type.Object({
    ...PublicEventSchema.properties,
    description: Type.String(),
    /** Only with a seat. */
    joinUrl: Type.Optional(Type.String()),
    /** Reason for the cancellation. */
    reason: Type.Optional(Type.String()),
    questions: Type.Optional(Type.Array(QuestionSchema)),
  }),
  name: Type.String(),
  /** Name of the member who invited them. */
  invitedBy: Type.Optional(Type.String()),
  /** Undefined until the guest confirms. */
  mine: Type.Optional(ParticipationSchema),
  answers: Type.Optional(Type.Array(AnswerSchema)),
  /** The code for check-in, only with a seat. */
  code: Type.Optional(Type.String()),
  /** Whether the guest can RSVP, or change their answers. */
  isOpen: Type.Boolean(),
})
export type GuestPage = Static<typeof GuestPageSchema>

export const guestsApi = {
  'GET /api/events/:eventId/guests': {
    summary: 'List the guests whom you invited to an event',
    params: ofEvent,
    response: { 200: Type.Object({ items: Type.Array(NamedGuestSchema) }) },
  },
  'POST /api/events/:eventId/guests': {
    summary: 'Invite a guest without an account',
    params: ofEvent,
    body: GuestEditSchema,
    response: NO_CONTENT,
  },
  'DELETE /api/events/:eventId/guests/:guestId': {
    summary: 'Withdraw the invitation of a guest',
    params: ids('eventId', 'guestId'),
    response: NO_CONTENT,
  },
  'POST /api/public-events/:eventId/guests': {
    summary: 'RSVP to a public event without an account',
    params: ofEvent,
    body: GuestEditSchema,
    response: NO_CONTENT,
  },
  'POST /api/guests/page': {
    summary: 'Open the page of a guest',
    body: GuestLinkSchema,
    response: { 200: GuestPageSchema },
  },
  'POST /api/guests/rsvp': {
    summary: 'RSVP as a guest',
    body: GuestRsvpSchema,
    response: { 200: GuestPageSchema },
  },
}
