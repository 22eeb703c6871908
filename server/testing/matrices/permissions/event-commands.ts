import type { EventRight } from '#shared/events/rights.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import { editOf, type EventDocument } from '#server/modules/events/events/collection.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'

import { type CommandCase, type CommandRequest, ifMatch, onlyAdmins } from './command.ts'
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
/**
 * Outcomes in the order of `STATES`: drafts and events that an admin has hidden look missing if others organise them.
 */
const OF_OTHERS = [
  '404 event_not_found',
  '403 not_your_event',
  '403 not_your_event',
  '403 not_your_event',
  '403 not_your_event',
  '403 not_your_event',
  '404 event_not_found',
]

/** Outcomes in the order of `STATES`: members see neither drafts nor what an admin has hidden. */
const WITHOUT_ROLE = [
  '404 event_not_found',
  '403 role_required',
  '403 role_required',
  '403 role_required',
  '403 role_required',
  '403 role_required',
  '404 event_not_found',
]
const NOT_PUBLISHED = '409 not_published'
const OVER = '409 event_over'
const CANCELLED = '409 event_cancelled'
const HIDDEN = '409 event_hidden'
const NOT_STARTED = '409 not_started'
const NO_TABLE = '404 table_not_found'
const NOT_A_DRAFT = '409 not_a_draft'

interface EventCommand {
  /** The path after the address of the event. */
  path?: (attendee: string) => string
  body?: (event: EventDocument, attendee: string) => unknown
  headers?: CommandRequest['headers']
  /** RSVP of the attendee that the command is about. */
  rsvp?: RsvpState
  resultOf?: CommandCase['resultOf']
  /** The right at the event that it needs: `manage` by default, which only organisers and admins have. */
  needs?: EventRight
  /** Outcomes for the event's organisers and admins, in the order of `STATES`. */
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
    needs: 'edit',
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
      needs: 'edit',
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
    'POST /api/events/{eventId}/series/preview',
    {
      path: () => '/series/preview',
      body: (event) => ({ edit: { ...editOf(event), summary: 'With coffee' } }),
      outcomes: ['200', '200', '200', '200', '200', CANCELLED, '200'],
    },
  ],
  [
    'PUT /api/events/{eventId}/series',
    {
      path: () => '/series',
      body: (event) => ({ scope: 'all', edit: { ...editOf(event), summary: 'With coffee' } }),
      headers: ifMatch(1),
      outcomes: ['200', '200', '200', '200', '200', CANCELLED, '200'],
    },
  ],
  [
    'POST /api/events/{eventId}/series/cancel',
    {
      path: () => '/series/cancel',
      body: () => ({ scope: 'all', reason: 'The hall burnt down' }),
      outcomes: [NOT_PUBLISHED, '200', '200', OVER, OVER, '200', '200'],
    },
  ],
  [
    'POST /api/events/{eventId}/series/dates',
    {
      path: () => '/series/dates',
      body: () => ({ startsAt: inHours(48) }),
      outcomes: ['201', '201', '201', '201', '201', CANCELLED, HIDDEN],
    },
  ],
  [
    'POST /api/events/{eventId}/series/publish',
    { path: () => '/series/publish', outcomes: ['200', '200', '200', '200', '200', CANCELLED, '200'] },
  ],
  [
    'POST /api/events/{eventId}/announcements',
    {
      path: () => '/announcements',
      needs: 'edit',
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
  rosterCommand('acceptance', { headers: ifMatch(1), rsvp: 'requested', resultOf: stateIn }, '200 going'),
  rosterCommand(
    'decline',
    { body: () => ({ note: 'Next time' }), headers: ifMatch(1), rsvp: 'requested', resultOf: stateIn },
    '200 declined',
  ),
  [
    'POST /api/events/{eventId}/messages',
    {
      path: () => '/messages',
      needs: 'edit',
      body: () => ({ group: { kind: 'going' }, text: 'Bring a pen' }),
      rsvp: 'going',
      outcomes: [NOT_PUBLISHED, '201', '201', '201', '201', '201', HIDDEN],
    },
  ],
  rosterCommand('messages', { body: () => ({ text: 'Bring a pen' }), rsvp: 'going' }, '204'),
  [
    'POST /api/events/{eventId}/invitations',
    {
      path: () => '/invitations',
      needs: 'edit',
      body: (_, member) => ({ members: [member] }),
      outcomes: [NOT_PUBLISHED, '200', '200', OVER, OVER, CANCELLED, HIDDEN],
    },
  ],
  [
    'POST /api/events/{eventId}/invitations/reminder',
    {
      path: () => '/invitations/reminder',
      needs: 'edit',
      outcomes: [NOT_PUBLISHED, '200', '200', OVER, OVER, CANCELLED, HIDDEN],
    },
  ],
  [
    'DELETE /api/events/{eventId}/invitations/{memberId}',
    {
      path: (attendee) => `/invitations/${attendee}`,
      needs: 'edit',
      outcomes: [NOT_PUBLISHED, '204', '204', OVER, OVER, CANCELLED, HIDDEN],
    },
  ],
  [
    'POST /api/events/{eventId}/tables',
    {
      path: () => '/tables',
      needs: 'edit',
      body: () => ({ rounds: 1, size: 4, together: [], apart: [], who: 'going', keep: false }),
      headers: ifMatch(0),
      rsvp: 'going',
      outcomes: [NOT_PUBLISHED, '200', '200', OVER, OVER, CANCELLED, HIDDEN],
    },
  ],
  // There is no plan yet.
  [
    'PUT /api/events/{eventId}/tables/people/{memberId}',
    {
      path: (attendee) => `/tables/people/${attendee}`,
      needs: 'edit',
      body: () => ({ round: 1, table: 1 }),
      headers: ifMatch(0),
      outcomes: [NOT_PUBLISHED, NO_TABLE, NO_TABLE, OVER, OVER, CANCELLED, HIDDEN],
    },
  ],
  [
    'PUT /api/events/{eventId}/tables/publication',
    {
      path: () => '/tables/publication',
      needs: 'edit',
      body: () => ({ isPublished: true }),
      headers: ifMatch(0),
      outcomes: [NOT_PUBLISHED, NO_TABLE, NO_TABLE, OVER, OVER, CANCELLED, HIDDEN],
    },
  ],
  [
    'POST /api/events/{eventId}/check-ins',
    {
      path: () => '/check-ins',
      needs: 'checkIn',
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
      needs: 'checkIn',
      path: (attendee) => `/check-ins/${attendee}?arrival=2026-01-01T00:00:00.000Z`,
      rsvp: 'going',
      outcomes: ['200', '200', '200', '200', '200', '200', '200'],
    },
  ],
])

function stateIn({ state }: { state: string }) {
  return state
}

/** Helpers see neither drafts nor what an admin has hidden. */
const forHelper = (at: number, outcome: string) =>
  WITHOUT_ROLE[at]!.startsWith('404') ? WITHOUT_ROLE[at]! : outcome

const casesOf = ([route, command]: [string, EventCommand]) =>
  Object.keys(STATES).map((state, at): CommandCase => {
    const outcome = command.outcomes[at]!
    const { needs = 'manage' } = command
    const ofTeam = {
      member: WITHOUT_ROLE[at]!,
      editor: needs === 'manage' ? '403 not_your_event' : outcome,
      helper: needs === 'checkIn' ? forHelper(at, outcome) : OF_OTHERS[at]!,
    }
    return {
      route,
      state,
      prepare: (fixture) => requestAbout(fixture, state, command),
      expected: { ...onlyAdmins(outcome), rival: OF_OTHERS[at]!, organiser: outcome, ...ofTeam },
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
    body: body && body(event, attendee),
    headers,
  }
}

const creation: CommandCase = {
  route: 'POST /api/events',
  state: 'no event yet',
  prepare: async (fixture) => ({ url: '/api/events', body: editOf(await fixture.putEvent()) }),
  expected: { ...onlyAdmins('201'), rival: '201', organiser: '201' },
}

const importing: CommandCase = {
  route: 'POST /api/events/import',
  state: 'no event yet',
  prepare: async () => ({
    url: '/api/events/import',
    body: { source: 'luma', items: [{ sourceId: 'evt-1', attendees: [] }], preview: false },
  }),
  resultOf: ({ items: [first] }: { items: { outcome: string }[] }) => first!.outcome,
  expected: { ...onlyAdmins('200 unnamed'), rival: '200 unnamed', organiser: '200 unnamed' },
}

/** Admins choose the organiser of an event whatever its state. */
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
  expected: onlyAdmins('200'),
}))

export const eventCommands: CommandCase[] = [
  creation,
  importing,
  ...Object.entries(COMMANDS).flatMap(casesOf),
  ...reassignments,
]
