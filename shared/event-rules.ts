/** Names and limits of events. Imports nothing, so that browsers can use it. */

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const EVENT_FORMATS = ['inPerson', 'online', 'hybrid'] as const
export type EventFormat = (typeof EVENT_FORMATS)[number]

export const EVENT_STATUSES = ['draft', 'published', 'cancelled', 'completed'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** What an announcement can be about: a cancelled event, one that is over, or one that takes place. */
export const eventPhase = ({ status, endsAt }: { status: EventStatus; endsAt: string }, now: number) =>
  status === 'cancelled' ? 'cancelled' : Date.parse(endsAt) <= now ? 'over' : 'ahead'

export const EVENT_VISIBILITIES = ['members', 'public'] as const

/** `mine`: events the viewer RSVP’d to or organises; `drafts`: those the viewer may edit. */
export const EVENT_LISTS = ['upcoming', 'past', 'mine', 'drafts'] as const
export type EventList = (typeof EVENT_LISTS)[number]

export const RSVP_STATES = ['going', 'maybe', 'waitlisted', 'offered', 'declined'] as const
export type RsvpState = (typeof RSVP_STATES)[number]

/** Filters of a roster. */
export const ROSTER_FILTERS = [...RSVP_STATES, 'checkedIn', 'noShow'] as const
export type RosterFilter = (typeof ROSTER_FILTERS)[number]

/** What a member can choose; `going` leads to a seat or to the waitlist. */
export const RSVP_CHOICES = ['going', 'maybe', 'declined'] as const
export type RsvpChoice = (typeof RSVP_CHOICES)[number]

/**
 * Where an organiser adds someone. `seat`: only while a seat is free and nobody waits. `waitlist`: the same, otherwise the
 * end of the waitlist. `aboveLimit`: a seat in any case.
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
  hosts: 5,
  tags: 10,
  tag: 40,
  reason: 500,
  announcement: 2000,
  /** To one attendee. */
  message: 1000,
  /** From start to end, in calendar days. */
  days: 31,
  /** Events in a series, the first included. */
  series: 26,
} as const

/** An upper bound in milliseconds: the day on which summer time ends has more than 24 hours. */
export const LONGEST_EVENT = (EVENT_LIMITS.days + 1) * DAY

/** A seat freed this close to the start is offered instead of given. */
export const OFFER_WITHIN = 24 * HOUR
/** How long an offer lasts, at most until the start. */
export const OFFER_LIFETIME = 2 * HOUR
/** This close to the start, a late reminder of the day before is left to the one of the last hour. */
export const DAY_REMINDER_UNTIL = 3 * HOUR
/** Check-in opens this long before the start, and closes this long after the end. */
export const CHECK_IN_OPENS = 12 * HOUR
export const CHECK_IN_CLOSES = 7 * DAY
/** The code an attendee shows: a version, the member's id and a keyed hash. */
export const CHECK_IN_CODE = /^1:([A-Za-z0-9_.:-]{1,128}):([A-Za-z0-9_-]{22})$/

export const REPEATS = ['weekly', 'monthly'] as const
export type Repeat = (typeof REPEATS)[number]

/** Messages that an organiser sends within 24 hours: in all, and to one attendee of an event. */
export const MESSAGES_PER_DAY = { all: 50, toOne: 3 } as const
export const REASON_RULE = 'Enter a reason (at least 3 characters).'

/** Filters of the list that admins see. `hidden`: by an admin, whatever the status. */
export const ADMIN_EVENT_STATES = [...EVENT_STATUSES, 'hidden'] as const
export const EVENT_TIMES = ['coming', 'past'] as const
/** A minus stands for the reverse order. The first is the default. */
export const ADMIN_EVENT_SORTS = ['-starts', 'starts', '-created', 'created', 'title', '-title'] as const
export type AdminEventSort = (typeof ADMIN_EVENT_SORTS)[number]
