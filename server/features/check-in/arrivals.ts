import type { RsvpState } from '#shared/event-rules.ts'

export interface Arrival {
  memberId: string
  /** ISO instant. */
  at: string
}

/** What check-in reads of an answer. */
export interface CheckInRecord {
  state: RsvpState
  guests: number
  checkedInAt?: string
}

export interface ArrivalResult {
  result: 'checkedIn' | 'alreadyCheckedIn' | 'noSeat'
  /** Undefined for those who never answered. */
  guests?: number
  checkedInAt?: string
}

/**
 * Checks in those who have a seat; of several times the earliest counts.
 * @param answers by member
 * @param by the organiser's id
 */
export function recordArrivals(
  answers: ReadonlyMap<string, CheckInRecord>,
  arrivals: readonly Arrival[],
  by: string,
) {
  const changed = new Map<string, { checkedInAt: string; checkedInBy: string }>()
  const result = new Map(
    arrivals.map((arrival): [Arrival, ArrivalResult] => {
      const { memberId, at } = arrival
      const answer = answers.get(memberId)
      if (answer?.state !== 'going') {
        return [arrival, { result: 'noSeat', ...(answer && { guests: answer.guests }) }]
      }
      const before = changed.get(memberId)?.checkedInAt ?? answer.checkedInAt
      const checkedInAt = before && before <= at ? before : at
      if (checkedInAt !== before) changed.set(memberId, { checkedInAt, checkedInBy: by })
      const outcome = before ? 'alreadyCheckedIn' : 'checkedIn'
      return [arrival, { result: outcome, guests: answer.guests, checkedInAt }]
    }),
  )
  return { changed, result }
}
