import type { RsvpState } from '#shared/event-rules.ts'
import { editOf, type EventDocument } from '#server/features/events/collection.ts'
import { inHours } from '#server/testing/organiser-fixture.ts'

import { type CommandCase, type CommandRequest, ifMatch } from './command.ts'
import type { PermissionsFixture } from './fixture.ts'

const STATES: Record<string, () => Partial<EventDocument>> = {
  draft: () => ({ status: 'draft' }),
  coming: () => ({}),
  'under way': () => ({ startsAt: inHours(-1), endsAt: inHours(1) }),
  ended: () => ({ startsAt: inHours(-3), endsAt: inHours(-1) }),
  completed: () => ({ status: 'completed', startsAt: inHours(-3), endsAt: inHours(-1) }),
  cancelled: () => ({ status: 'cancelled' }),
  hidden: () => ({ hidden: { event: { reason: 'Spam', at: inHours(-1) } } }),
}
/** In the order of `STATES`: of events that others organise, drafts and what an admin has hidden look absent. */
const OF_OTHERS = [
  '404 event_not_found',
  '403 not_your_event',
  '403 not_your_event',
  '403 not_your_event',
  '403 not_your_event',
  '403 not_your_event',
  '404 event_not_found',
]

const NOT_PUBLISHED = '409 not_published'
const OVER = '409 event_over'
const CANCELLED = '409 event_cancelled'
const HIDDEN = '409 event_hidden'
const NOT_STARTED = '409 not_started'
const NOT_A_DRAFT = '409 not_a_draft'

interface EventCommand {
  /** After the address of the event. */
  path?: (attendee: string) => string
  body?: (event: EventDocument, attendee: string) => unknown
  headers?: CommandRequest['headers']
  /** Of the attendee that the command is about. */
  rsvp?: RsvpState
  resultOf?: CommandCase['resultOf']
  /** What the event's organisers and admins get, in the order of `STATES`. */
  //         draft   coming  under way  ended   completed  cancelled  hidden
  outcomes: [string, string, string, string, string, string, string]
}

const step = (name: string, outcomes: EventCommand['outcomes']): [string, EventCommand] => [
  `POST /api/events/{eventId}/${name}`,
  { path: () => `/${name}`, outcomes },
]
const rosterCommand = (
  name: string,
  rest: Omit<EventCommand, 'path' | 'outcomes'>,
  done = '200',
): [string, EventCommand] => [
  `POST /api/events/{eventId}/roster/{memberId}/${name}`,
  {
    path: (attendee) => `/roster/${attendee}/${name}`,
    ...rest,
    outcomes: [NOT_PUBLISHED, done, done, OVER, OVER, CANCELLED, HIDDEN],
  },
]

const COMMANDS: Record<string, EventCommand> = Object.fromEntries<EventCommand>([
  [
    'PUT /api/events/{eventId}',
    {
      body: (event) => ({ ...editOf(event), summary: 'With coffee' }),
      headers: ifMatch(1),
      outcomes: ['200', '200', '200', '200', '200', CANCELLED, '200'],
    },
  ],
  [
    'DELETE /api/events/{eventId}',
    {
      outcomes: ['204', NOT_A_DRAFT, NOT_A_DRAFT, NOT_A_DRAFT, NOT_A_DRAFT, NOT_A_DRAFT, NOT_A_DRAFT],
    },
  ],
  step('publish', ['200', '200', '200', '200', OVER, CANCELLED, '200']),
  step('unpublish', ['200', '200', '200', '200', OVER, CANCELLED, '200']),
  step('complete', [NOT_PUBLISHED, NOT_STARTED, '200', '200', '200', CANCELLED, NOT_STARTED]),
  [
    'POST /api/events/{eventId}/cancel',
    {
      path: () => '/cancel',
      body: () => ({ reason: 'The hall burnt down' }),
      outcomes: [NOT_PUBLISHED, '200', '200', OVER, OVER, '200', '200'],
    },
  ],
  [
    'POST /api/events/{eventId}/duplicate',
    {
      path: () => '/duplicate',
      body: () => ({ startsAt: inHours(48) }),
      outcomes: ['201', '201', '201', '201', '201', '201', HIDDEN],
    },
  ],
  [
    'POST /api/events/{eventId}/announcements',
    {
      path: () => '/announcements',
      body: () => ({ text: 'The hall is upstairs' }),
      outcomes: [NOT_PUBLISHED, '201', '201', '201', '201', '201', HIDDEN],
    },
  ],
  rosterCommand(
    'addition',
    { body: () => ({ place: 'seat' }), headers: ifMatch(0), resultOf: stateIn },
    '200 going',
  ),
  rosterCommand(
    'removal',
    { body: () => ({ reason: 'Only for founders' }), headers: ifMatch(1), rsvp: 'going', resultOf: stateIn },
    '200 declined',
  ),
  rosterCommand(
    'promotion',
    {
      body: () => ({ reason: 'Gives the talk', aboveLimit: false }),
      headers: ifMatch(1),
      rsvp: 'waitlisted',
      resultOf: stateIn,
    },
    '200 going',
  ),
  rosterCommand('messages', { body: () => ({ text: 'Bring a pen' }), rsvp: 'going' }, '204'),
  [
    'POST /api/events/{eventId}/check-ins',
    {
      path: () => '/check-ins',
      body: (_, memberId) => ({ items: [{ memberId, at: inHours(0) }] }),
      rsvp: 'going',
      resultOf: ({ items: [first] }: { items: { result: string }[] }) => first!.result,
      outcomes: [
        NOT_PUBLISHED,
        '200 checkedIn',
        '200 checkedIn',
        '200 checkedIn',
        '200 checkedIn',
        CANCELLED,
        '200 checkedIn',
      ],
    },
  ],
  [
    'DELETE /api/events/{eventId}/check-ins/{memberId}',
    {
      path: (attendee) => `/check-ins/${attendee}?arrival=2026-01-01T00:00:00.000Z`,
      rsvp: 'going',
      outcomes: ['200', '200', '200', '200', '200', '200', '200'],
    },
  ],
])

function stateIn({ state }: { state: string }) {
  return state
}

const casesOf = ([route, command]: [string, EventCommand]) =>
  Object.keys(STATES).map((state, at): CommandCase => {
    const outcome = command.outcomes[at]!
    return {
      route,
      state,
      prepare: (fixture) => requestAbout(fixture, state, command),
      expected: { rival: OF_OTHERS[at]!, organiser: outcome, admin: outcome },
      resultOf: command.resultOf,
    }
  })

async function requestAbout(
  fixture: PermissionsFixture,
  state: string,
  { path, body, headers, rsvp }: EventCommand,
): Promise<CommandRequest> {
  const attendee = fixture.grace.uid
  const event = await fixture.putEvent(STATES[state]!())
  if (rsvp) await fixture.putRsvp(event, attendee, rsvp, { ticket: 7 })
  return {
    url: `/api/events/${event.id}${path?.(attendee) ?? ''}`,
    ...(body && { body: body(event, attendee) }),
    ...(headers && { headers }),
  }
}

const creation: CommandCase = {
  route: 'POST /api/events',
  state: 'no event yet',
  prepare: async (fixture) => ({ url: '/api/events', body: editOf(await fixture.putEvent()) }),
  expected: { rival: '201', organiser: '201', admin: '201' },
}

/** Who organises an event, admins choose whatever its state. */
const reassignments = Object.entries(STATES).map(([state, more]): CommandCase => ({
  route: 'PUT /api/admin/events/{eventId}/organiser',
  state,
  async prepare(fixture) {
    const { id } = await fixture.putEvent(more())
    return {
      url: `/api/admin/events/${id}/organiser`,
      body: { organiser: fixture.rival.uid },
      headers: ifMatch(1),
    }
  },
  expected: { rival: '403 role_required', organiser: '403 role_required', admin: '200' },
}))

export const eventCommands: CommandCase[] = [
  creation,
  ...Object.entries(COMMANDS).flatMap(casesOf),
  ...reassignments,
]
