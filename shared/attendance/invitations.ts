import { Type, type Static } from 'typebox'

import { EVENT_LIMITS, RSVP_STATES } from '#shared/events/rules.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'
import { MemberCardSchema } from '#shared/people/members.ts'
import { NO_CONTENT } from '#shared/lib/route-parts.ts'
import { ofEvent, ofEventMember } from '#shared/events/route-ids.ts'

const { invitations } = EVENT_LIMITS

/** People to invite to an event. */
const InvitationsEditSchema = Type.Object(
  {
    /** Member ids. */
    members: Type.Optional(Type.Array(IdSchema, { maxItems: invitations })),
    /** Each is a name or an email address. */
    lines: Type.Optional(Type.Array(Type.String({ maxLength: 320 }), { maxItems: invitations })),
    /** Id of an event that the actor manages, whose attendees are invited. */
    attendeesOf: Type.Optional(IdSchema),
  },
  { additionalProperties: false },
)
export type InvitationsEdit = Static<typeof InvitationsEditSchema>

/** Numbers of people. */
const InvitationResultSchema = Type.Object({
  invited: Type.Integer(),
  /** Members who were invited before, or have a place. */
  already: Type.Integer(),
  /** Addresses without an account that were invited to the community. */
  addresses: Type.Integer(),
  duplicates: Type.Integer(),
  /** Lines without a member whom the organiser can invite. */
  unknown: Type.Array(Type.String()),
})
export type InvitationResult = Static<typeof InvitationResultSchema>

const EventInvitationSchema = Type.Object({
  member: MemberCardSchema,
  at: Type.String(),
  remindedAt: Type.Optional(Type.String()),
  /** Undefined without an RSVP. */
  state: Type.Optional(Type.Enum([...RSVP_STATES])),
})
export type EventInvitation = Static<typeof EventInvitationSchema>
const InvitationPageSchema = Type.Object({
  ...pageOf(EventInvitationSchema).properties,
  counts: Type.Object({
    invited: Type.Integer(),
    /** Members with an RSVP. */
    answered: Type.Integer(),
    /** Members who have neither answered nor been reminded. */
    remindable: Type.Integer(),
    /** Addresses whose owners have not joined yet. */
    addresses: Type.Integer(),
  }),
})
export type InvitationPage = Static<typeof InvitationPageSchema>

const InviteesRemindedSchema = Type.Object({ reminded: Type.Integer() })

export const invitationsApi = {
  'GET /api/events/:eventId/invitations': {
    summary: 'List an event’s invitations',
    params: ofEvent,
    querystring: CursorQuerySchema,
    response: { 200: InvitationPageSchema },
  },
  'POST /api/events/:eventId/invitations': {
    summary: 'Invite people to an event',
    params: ofEvent,
    body: InvitationsEditSchema,
    response: { 200: InvitationResultSchema },
  },
  'POST /api/events/:eventId/invitations/reminder': {
    summary: 'Remind invited members who have not answered',
    params: ofEvent,
    response: { 200: InviteesRemindedSchema },
  },
  'DELETE /api/events/:eventId/invitations/:memberId': {
    summary: 'Withdraw an invitation to an event',
    params: ofEventMember,
    response: NO_CONTENT,
  },
}
