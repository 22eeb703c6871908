import { CursorQuerySchema } from '#shared/lib/page.ts'
import { file, IdempotencyKeyHeaderSchema, ids, NO_CONTENT } from '#shared/lib/route-parts.ts'
import { SuggestionsSchema } from '#shared/people/connections.ts'

import { AvailabilityEditSchema, AvailabilitySchema } from './availability.ts'
import { ConnectionDetailsSchema } from './connection.ts'
import { NewOutcomeSchema, NewPromiseSchema, NewThanksSchema } from './follow-up.ts'
import { ChoiceOutcomeSchema, MeetAgainPageSchema } from './meet-again.ts'
import {
  BestTimesQuerySchema,
  BestTimesSchema,
  ChoiceSchema,
  DepartureSchema,
  MeetingConfirmationSchema,
  MeetingDetailsSchema,
  MeetingEditSchema,
  MeetingListsSchema,
  MeetingPeopleQuerySchema,
  MeetingPeopleSchema,
  MeetingProposalSchema,
  MeetingReasonSchema,
  NotesEditSchema,
  PastMeetingPageSchema,
  RescheduleSchema,
  VotesEditSchema,
} from './schema.ts'

const ofAsk = ids('askId')
const ofConnection = ids('connectionId')
const ofEvent = ids('eventId')
const ofEventMember = ids('eventId', 'memberId')
const ofMeeting = ids('meetingId')
const ofMeetingOutcome = ids('meetingId', 'outcomeId')
const ofMeetingPromise = ids('meetingId', 'promiseId')

/** Routes of the module, by method and path. */
export const meetingsApi = {
  'GET /api/me/availability': { summary: 'Get your availability', response: { 200: AvailabilitySchema } },
  'PUT /api/me/availability': {
    summary: 'Save your availability',
    body: AvailabilityEditSchema,
    response: { 200: AvailabilitySchema },
  },
  'POST /api/meetings/best-times': {
    summary: 'Find the best meeting times',
    body: BestTimesQuerySchema,
    response: { 200: BestTimesSchema },
  },

  'POST /api/asks/:askId/help': {
    summary: 'Offer help with an ask',
    params: ofAsk,
    response: { 200: MeetingDetailsSchema },
  },

  'GET /api/connections/:connectionId': {
    summary: 'Get a connection',
    params: ofConnection,
    response: { 200: ConnectionDetailsSchema },
  },

  'GET /api/events/:eventId/worth-meeting': {
    summary: 'List suggested attendees to meet at an event',
    params: ofEvent,
    response: { 200: SuggestionsSchema },
  },
  'GET /api/events/:eventId/meet-again': {
    summary: 'List attendees to meet again',
    params: ofEvent,
    querystring: CursorQuerySchema,
    response: { 200: MeetAgainPageSchema },
  },
  'PUT /api/events/:eventId/meet-again/:memberId': {
    summary: 'Choose an attendee to meet again',
    params: ofEventMember,
    response: { 200: ChoiceOutcomeSchema },
  },
  'DELETE /api/events/:eventId/meet-again/:memberId': {
    summary: 'Withdraw the choice to meet an attendee again',
    params: ofEventMember,
    response: NO_CONTENT,
  },

  'GET /api/meetings': { summary: 'List your growth meetings', response: { 200: MeetingListsSchema } },
  'GET /api/meetings/past': {
    summary: 'List your past growth meetings',
    querystring: CursorQuerySchema,
    response: { 200: PastMeetingPageSchema },
  },
  'GET /api/meetings/people': {
    summary: 'Find people to invite to a growth meeting',
    querystring: MeetingPeopleQuerySchema,
    response: { 200: MeetingPeopleSchema },
  },
  'POST /api/meetings': {
    summary: 'Propose a growth meeting',
    headers: IdempotencyKeyHeaderSchema,
    body: MeetingProposalSchema,
    response: { 201: MeetingDetailsSchema },
  },
  'GET /api/meetings/:meetingId': {
    summary: 'Get a growth meeting',
    params: ofMeeting,
    response: { 200: MeetingDetailsSchema },
  },
  'PUT /api/meetings/:meetingId': {
    summary: 'Edit a growth meeting',
    params: ofMeeting,
    body: MeetingEditSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'PUT /api/meetings/:meetingId/votes': {
    summary: 'Vote on proposed times',
    params: ofMeeting,
    body: VotesEditSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/choose': {
    summary: 'Choose a time',
    params: ofMeeting,
    body: ChoiceSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/reschedule': {
    summary: 'Propose new times',
    params: ofMeeting,
    body: RescheduleSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/cancel': {
    summary: 'Cancel a growth meeting',
    params: ofMeeting,
    body: MeetingReasonSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/decline': {
    summary: 'Decline a proposed meeting',
    params: ofMeeting,
    body: DepartureSchema,
    response: NO_CONTENT,
  },
  'POST /api/meetings/:meetingId/leave': {
    summary: 'Leave a scheduled meeting',
    params: ofMeeting,
    body: DepartureSchema,
    response: NO_CONTENT,
  },
  'POST /api/meetings/:meetingId/confirm': {
    summary: 'Confirm whether a growth meeting took place',
    params: ofMeeting,
    body: MeetingConfirmationSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'PUT /api/meetings/:meetingId/notes': {
    summary: 'Write the shared notes',
    params: ofMeeting,
    body: NotesEditSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/outcomes': {
    summary: 'Record an outcome',
    headers: IdempotencyKeyHeaderSchema,
    params: ofMeeting,
    body: NewOutcomeSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/outcomes/:outcomeId/confirm': {
    summary: 'Confirm an outcome',
    params: ofMeetingOutcome,
    response: { 200: MeetingDetailsSchema },
  },
  'DELETE /api/meetings/:meetingId/outcomes/:outcomeId': {
    summary: 'Remove an outcome',
    params: ofMeetingOutcome,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/promises': {
    summary: 'Make a promise',
    headers: IdempotencyKeyHeaderSchema,
    params: ofMeeting,
    body: NewPromiseSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/promises/:promiseId/done': {
    summary: 'Mark a promise as done',
    params: ofMeetingPromise,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/promises/:promiseId/reopen': {
    summary: 'Reopen a promise',
    params: ofMeetingPromise,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/promises/:promiseId/confirm': {
    summary: 'Confirm that a promise was kept',
    params: ofMeetingPromise,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/promises/:promiseId/drop': {
    summary: 'Drop a promise',
    params: ofMeetingPromise,
    body: MeetingReasonSchema,
    response: { 200: MeetingDetailsSchema },
  },
  'POST /api/meetings/:meetingId/thanks': {
    summary: 'Thank someone',
    headers: IdempotencyKeyHeaderSchema,
    params: ofMeeting,
    body: NewThanksSchema,
    response: { 200: MeetingDetailsSchema },
  },

  'GET /api/meetings/:meetingId/calendar.ics': {
    summary: 'Get a growth meeting as a calendar file',
    params: ofMeeting,
    response: file('text/calendar'),
  },
}
