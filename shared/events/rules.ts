/** Names and limits of events. Does not import the schema library, so that browsers can use it. */

import * as words from '#shared/lib/messages.ts'
import { DAY, HOUR, SECOND } from '#shared/lib/durations.ts'

export const EVENT_FORMATS = ['inPerson', 'online', 'hybrid'] as const
export type EventFormat = (typeof EVENT_FORMATS)[number]

export const EVENT_STATUSES = ['draft', 'published', 'cancelled', 'completed'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** Whether the event is over: it was completed, or its end has passed. @param now epoch milliseconds */
export const hasEnded = ({ status, endsAt }: { status: EventStatus; endsAt: string }, now: number) =>
  status === 'completed' || Date.parse(endsAt) <= now

/** Whether the event is published and not over. @param now epoch milliseconds */
export const isCurrent = (event: { status: EventStatus; endsAt: string }, now: number) =>
  event.status === 'published' && !hasEnded(event, now)

/** The situation that an announcement refers to: a cancelled event, a past one, or one that takes place. */
export const eventPhase = (event: { status: EventStatus; endsAt: string }, now: number) =>
  event.status === 'cancelled' ? 'cancelled' : hasEnded(event, now) ? 'over' : 'ahead'

/**
 * `chapter`: members of the chapter of the event. `hosts`: also those of co-hosting chapters. `members`: the whole
 * community, unless the chapter is hidden.
 */
export const EVENT_VISIBILITIES = ['members', 'public', 'chapter', 'hosts'] as const
export type EventVisibility = (typeof EVENT_VISIBILITIES)[number]
export const isForChapters = (visibility: EventVisibility) =>
  visibility === 'chapter' || visibility === 'hosts'

/**
 * The rule for who gets a place with an RSVP. `request`: members whose request an organiser accepts. `invited`: members
 * whom an organiser invited, who alone see the event. Invited members need no request.
 */
export const JOIN_MODES = ['open', 'request', 'invited'] as const
export type JoinMode = (typeof JOIN_MODES)[number]

/** `mine`: events that the viewer RSVP’d to or organises; `drafts`: those that the viewer may edit. */
export const EVENT_LISTS = ['upcoming', 'past', 'mine', 'drafts'] as const
export type EventList = (typeof EVENT_LISTS)[number]

/** Filter by place that means events one can join from anywhere; every other value is a city. */
export const ONLINE_PLACE = 'online'

/** Screens of `/events`: the lists, a month, and some weeks with their days. */
export const EVENT_VIEWS = ['list', 'month', 'weeks'] as const
export type EventView = (typeof EVENT_VIEWS)[number]

/** Days of the longest span that a calendar asks for: six weeks. */
export const MAX_CALENDAR_DAYS = 42
/** Maximum entries of one answer. A calendar with more shows a notice. */
export const MAX_CALENDAR_EVENTS = 500

/**
 * Attendees whom the viewer has not met: neither connected nor in a growth meeting that took place; whose offers match
 * the viewer's asks; and whose asks match the viewer's offers.
 */
export const ATTENDEE_FILTERS = ['notMet', 'canHelpYou', 'youCanHelp'] as const
export type AttendeeFilter = (typeof ATTENDEE_FILTERS)[number]

/** Faces on the card of an event. */
export const MAX_FACES = 5

/** `requested`: waits for an organiser's decision, without a seat or a place on the waitlist. */
export const RSVP_STATES = ['going', 'maybe', 'waitlisted', 'offered', 'requested', 'declined'] as const
export type RsvpState = (typeof RSVP_STATES)[number]

/** States with a seat, an offer or a place on the waitlist. */
export const HAVE_A_PLACE: ReadonlySet<RsvpState> = new Set(['going', 'offered', 'waitlisted'])

/** States of people who come if they can. */
export const MAY_COME: ReadonlySet<RsvpState> = new Set([...HAVE_A_PLACE, 'requested'])

/** The time at which RSVPs close, in epoch milliseconds: the deadline or the start, whichever is earlier. */
export const rsvpsCloseAt = ({
  startsAt,
  rsvpDeadline = startsAt,
}: {
  startsAt: string
  rsvpDeadline?: string | undefined
}) => Math.min(Date.parse(rsvpDeadline), Date.parse(startsAt))

/** Filters of a roster. */
export const ROSTER_FILTERS = [...RSVP_STATES, 'checkedIn', 'noShow'] as const
export type RosterFilter = (typeof ROSTER_FILTERS)[number]

/** The choices of a member; `going` leads to a seat, to the waitlist or to a request. */
export const RSVP_CHOICES = ['going', 'maybe', 'declined'] as const
export type RsvpChoice = (typeof RSVP_CHOICES)[number]

/**
 * Places that an organiser can add a member to. `seat`: only if a seat is free and no one is waiting. `waitlist`: the same,
 * otherwise at the end of the waitlist. `aboveLimit`: with a seat in any case.
 */
export const ROSTER_PLACES = ['seat', 'waitlist', 'aboveLimit'] as const
export type RosterPlace = (typeof ROSTER_PLACES)[number]

/** Characters, counts and milliseconds. */
export const EVENT_LIMITS = {
  title: { min: 3, max: 200 },
  summary: 280,
  description: 10_000,
  venueName: 120,
  joinUrl: 2048,
  capacity: 10_000,
  guests: 5,
  /** Earlier choices of a member that an RSVP names. */
  knownChoices: 20,
  hosts: 5,
  cohosts: 5,
  helpers: 10,
  tags: 10,
  tag: 40,
  reason: { min: 3, max: 500 },
  /** People who are invited to one event at once. */
  invitations: 1_000,
  /** Note to the organisers with a request to join. */
  requestNote: 300,
  /** Note to someone whose request is declined. */
  declineNote: 500,
  announcement: 2000,
  /** Message to one attendee. */
  message: 1000,
  /** Calendar days from start to end. */
  days: 31,
  /** Events created together, including the first. */
  series: 26,
  /** Events in a series, including past ones. */
  seriesTotal: 104,
} as const

/** An upper bound in milliseconds: the day on which summer time ends has more than 24 hours. */
export const MAX_EVENT = (EVENT_LIMITS.days + 1) * DAY

/** A seat freed this close to the start is offered instead of given. */
export const OFFER_WITHIN = DAY
/** Maximum lifetime of an offer, which ends at the start at the latest. */
export const OFFER_LIFETIME = 2 * HOUR
/** Milliseconds by which a clock may be ahead without anyone losing a seat. */
export const OFFER_GRACE = 10 * SECOND
/** Milliseconds after which the seat is no longer offered. @param until ISO instant */
export const offerExpiry = (until: string) => Date.parse(until) + OFFER_GRACE
/** This close to the start, a late reminder of the previous day is dropped in favour of that of the last hour. */
export const DAY_REMINDER_UNTIL = 3 * HOUR
/** Time before the start at which check-in opens, and after the end at which it closes. */
export const CHECK_IN_OPENS = 12 * HOUR
export const CHECK_IN_CLOSES = 7 * DAY
/** The code that an attendee shows: a version, the member's id and a keyed hash. */
export const CHECK_IN_CODE = /^1:([A-Za-z0-9_.:-]{1,128}):([A-Za-z0-9_-]{22})$/

/** Events of a series that an edit or a cancellation changes, of those that have not started. */
export const SERIES_SCOPES = ['this', 'following', 'all'] as const
export type SeriesScope = (typeof SERIES_SCOPES)[number]

/**
 * Outcome of an RSVP to all upcoming events of a series, for one of them. `answered`: `state` tells the rest. `kept`: the member
 * had answered before. `full`: no seat was free, and no one is put on a waitlist unasked.
 */
export const SERIES_RSVP_RESULTS = [
  'answered',
  'kept',
  'full',
  'cancelled',
  'closed',
  'otherQuestions',
  'tooManyGuests',
] as const
export type SeriesRsvpResult = (typeof SERIES_RSVP_RESULTS)[number]

export const REPEATS = ['weekly', 'monthly'] as const
export type Repeat = (typeof REPEATS)[number]

/** Messages of an organiser within 24 hours: in total, and to one attendee of an event. */
export const MESSAGES_PER_DAY = { all: 50, toOne: 3 } as const
export const reasonRule = () => words.reasonRule({ min: EVENT_LIMITS.reason.min })

/** Filters of the admins' list. `hidden` selects events hidden by an admin, whatever their status. */
export const ADMIN_EVENT_STATES = [...EVENT_STATUSES, 'hidden'] as const
export const EVENT_TIMES = ['coming', 'past'] as const
/** A minus means descending. The first is the default. */
export const ADMIN_EVENT_SORTS = ['-starts', 'starts', '-created', 'created', 'title', '-title'] as const
export type AdminEventSort = (typeof ADMIN_EVENT_SORTS)[number]

/** Kinds of questions that an event asks at RSVP. */
export const QUESTION_KINDS = ['shortText', 'longText', 'oneChoice', 'severalChoices', 'consent'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** Characters and counts. */
export const QUESTION_LIMITS = {
  questions: 8,
  label: 200,
  options: 20,
  option: 80,
  shortText: 200,
  longText: 1_000,
} as const
