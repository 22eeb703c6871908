/** The words and limits of events. This file imports nothing, so that the browser may. */

const MINUTE = 60 * 1_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const EVENT_FORMATS = ['inPerson', 'online', 'hybrid'] as const
export type EventFormat = (typeof EVENT_FORMATS)[number]

export const EVENT_STATUSES = ['draft', 'published', 'cancelled', 'completed'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const EVENT_VISIBILITIES = ['members', 'public'] as const

/** Lists of `/events`. `mine`: what one answered or runs; `drafts`: unpublished ones one may edit. */
export const EVENT_LISTS = ['upcoming', 'past', 'mine', 'drafts'] as const
export type EventList = (typeof EVENT_LISTS)[number]

export const RSVP_STATES = ['going', 'maybe', 'waitlisted', 'offered', 'declined'] as const
export type RsvpState = (typeof RSVP_STATES)[number]

/** What a roster is narrowed to. */
export const ROSTER_FILTERS = [...RSVP_STATES, 'checkedIn', 'noShow'] as const
export type RosterFilter = (typeof ROSTER_FILTERS)[number]

/** What a member may say; whether `going` means a seat or the waitlist is for the seats to tell. */
export const RSVP_ANSWERS = ['going', 'maybe', 'declined'] as const
export type RsvpAnswer = (typeof RSVP_ANSWERS)[number]

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
  /** From start to end, by the calendar. */
  days: 31,
  /** Events of a series, the first included. */
  series: 26,
} as const

/** No event takes longer: where summer time ends, a day by the calendar has more than 24 hours. */
export const LONGEST_EVENT = (EVENT_LIMITS.days + 1) * DAY

/** A seat that is freed this close to the start is offered, not given. */
export const OFFER_WITHIN = 24 * HOUR
/** How long an offered seat is held, and never past the start. */
export const OFFER_LIFETIME = 2 * HOUR
/** Check-in by code or by name opens this long before the start, and closes this long after the end. */
export const CHECK_IN_OPENS = 12 * HOUR
export const CHECK_IN_CLOSES = 7 * DAY
/** What an attendee shows at the door: a version, whose it is, and the proof that we made it. */
export const CHECK_IN_CODE = /^1:([A-Za-z0-9_.:-]{1,128}):([A-Za-z0-9_-]{22})$/

export const REPEATS = ['weekly', 'monthly'] as const
export type Repeat = (typeof REPEATS)[number]
