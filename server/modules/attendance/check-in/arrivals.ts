import type { RsvpState } from '#shared/events/rules.ts'
import { normalInstant } from '#server/lib/clock.ts'

/** An arrival as reported by one organiser's device. */
interface ReportedArrival {
  /** ISO instant. */
  at: string
  /** The organiser's id. */
  by: string
  /** The impossible time that the device sent instead: it identifies the arrival when it is repeated or undone. */
  sentAt?: string | undefined
}

export interface Arrival extends Omit<ReportedArrival, 'by'> {
  memberId: string
}

/** The stored arrivals of one person. */
export interface CheckIn {
  checkedInAt: string
  checkedInBy: string
  checkedInSentAt?: string | undefined
  laterArrivals?: ReportedArrival[]
}

/** The part of an RSVP that check-in reads. */
interface CheckInRecord extends Partial<CheckIn> {
  state: RsvpState
  guests: number
}

export interface ArrivalResult {
  result: 'checkedIn' | 'alreadyCheckedIn' | 'noSeat'
  /** Undefined for members who never RSVP’d. */
  guests?: number
  checkedInAt?: string
}

/** The earliest ones are kept: further check-ins of the same person add nothing new. */
const MAX_ARRIVALS = 10

/**
 * Checks in people who have a seat; the earliest of several times counts. The others are kept, so that an undo at one
 * device does not remove arrivals reported by another.
 * @param rsvps by member
 * @param by the organiser's id
 */
export function recordArrivals(
  rsvps: ReadonlyMap<string, CheckInRecord>,
  arrivals: readonly Arrival[],
  by: string,
) {
  const changed = new Map<string, CheckIn | null>()
  const result = new Map(
    arrivals.map((arrival): [Arrival, ArrivalResult] => {
      const { memberId, at, sentAt } = arrival
      const rsvp = rsvps.get(memberId)
      if (rsvp?.state !== 'going') {
        return [arrival, { result: 'noSeat', guests: rsvp?.guests }]
      }
      const { guests } = rsvp
      const before = reportedArrivals(changed.get(memberId) ?? rsvp)
      const isRepeated = before.some(
        (known) => known.by === by && (sentAt === undefined ? known.at === at : known.sentAt === sentAt),
      )
      const after = isRepeated
        ? before
        : [...before, { at, by, sentAt }].toSorted((a, b) => (a.at < b.at ? -1 : 1))
      if (!isRepeated) changed.set(memberId, checkInOf(after.slice(0, MAX_ARRIVALS)))
      const outcome = before.length > 0 ? 'alreadyCheckedIn' : 'checkedIn'
      return [arrival, { result: outcome, guests, checkedInAt: after[0]!.at }]
    }),
  )
  return { changed, result }
}

/** Undoes the arrival that was reported or recorded at this time. `changed` is undefined if there is none. */
export function undoArrival(rsvp: CheckInRecord, time: string) {
  const before = reportedArrivals(rsvp)
  const at = normalInstant(time)
  const after = before.filter((arrival) => arrival.at !== at && arrival.sentAt !== time)
  return { changed: after.length < before.length ? checkInOf(after) : undefined, checkedInAt: after[0]?.at }
}

function reportedArrivals(rsvp: Partial<CheckIn>): ReportedArrival[] {
  const { checkedInAt: at, checkedInBy: by = '', checkedInSentAt: sentAt, laterArrivals = [] } = rsvp
  return at === undefined ? [] : [{ at, by, sentAt }, ...laterArrivals]
}

function checkInOf([first, ...laterArrivals]: readonly ReportedArrival[]): CheckIn | null {
  if (!first) return null
  return {
    checkedInAt: first.at,
    checkedInBy: first.by,
    checkedInSentAt: first.sentAt,
    laterArrivals: laterArrivals.length > 0 ? laterArrivals : undefined,
  }
}
