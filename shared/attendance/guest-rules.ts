import { DAY } from '#shared/lib/durations.ts'
import { type EventStatus, type JoinMode, rsvpsCloseAt } from '#shared/events/rules.ts'

/** Limits of guests without an account. */
export const GUEST_LIMITS = {
  name: { min: 2, max: 80 },
  email: 254,
  /** Guests whom a member can name at one event. */
  named: 3,
} as const

/** Milliseconds after the end of an event for which the data of its guests is kept. */
export const KEPT_AFTER_EVENT = 30 * DAY

/** Pattern of the address of a guest. */
export const GUEST_EMAIL = String.raw`^[^\s@]+@[^\s@]+$`

/** Secret of a guest's link: 132 random bits in base64url. */
export const GUEST_LINK = '^[\\w-]{22}$'

/** Whether an event takes guests without an account, if the community does. */
export const takesGuests = (event: { openToGuests?: boolean | undefined; joinMode?: JoinMode | undefined }) =>
  event.openToGuests === true && event.joinMode !== 'invited'

/** Whether RSVPs are open. @param now epoch milliseconds */
export const areRsvpsOpen = (
  event: {
    status: EventStatus
    startsAt: string
    rsvpOpensAt?: string | undefined
    rsvpDeadline?: string | undefined
  },
  now: number,
) =>
  event.status === 'published' &&
  (event.rsvpOpensAt === undefined || now >= Date.parse(event.rsvpOpensAt)) &&
  now < rsvpsCloseAt(event)
