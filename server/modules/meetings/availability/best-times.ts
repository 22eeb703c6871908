import { DAY, MINUTE } from '#shared/lib/durations.ts'
import type { AvailabilityEdit } from '#shared/meetings/availability.ts'
import { GRID } from '#shared/meetings/availability-rules.ts'

import { type Interval, intersection, without } from '#shared/meetings/intervals.ts'
import { offsetPeriods, openTimes, type OffsetPeriod } from './windows.ts'

export interface Participant extends AvailabilityEdit {
  timeZone: string
  /** Events and meetings, in any order. */
  busy: readonly Interval[]
}

interface Question {
  /** The requester comes first: days and full hours are in their zone. */
  participants: readonly [Participant, ...Participant[]]
  durationMinutes: number
  /** Limits for start and end of a time. */
  range: Interval
}

/** A meeting can start late and take longer unless someone becomes free or busy right at it. */
const MARGIN = 30 * MINUTE
const SHOWN = 3

interface Candidate extends Interval {
  /** Local time in the first participant's zone. */
  localStart: number
  /** Lower is better. */
  inconvenience: number
}

/**
 * Starts of up to three times that are within everyone's hours and free for everyone, best first: on different days
 * if possible, then not at the edge of a time that is free for everyone, then on the full or half hour, then soonest.
 * Depends only on the question.
 */
export function bestTimes({ participants, durationMinutes, range }: Question): number[] {
  const [requester] = participants
  const common = participants.reduce(
    (open, participant) => {
      if (open.length === 0) return open
      const times = openTimes(participant, offsetPeriods(participant.timeZone, range))
      return intersection(open, without(times, participant.busy))
    },
    [range] as Interval[],
  )
  if (common.length === 0) return []
  const candidates = candidatesIn(common, durationMinutes * MINUTE, offsetPeriods(requester.timeZone, range))
  return onDifferentDays(candidates.toSorted(byConvenience)).map(({ start }) => start)
}

function candidatesIn(common: readonly Interval[], duration: number, periods: readonly OffsetPeriod[]) {
  const offsetAt = (instant: number) => periods.find(({ end }) => instant < end)?.offset ?? 0
  return common.flatMap((open) => {
    const found: Candidate[] = []
    for (let start = Math.ceil(open.start / GRID) * GRID; start + duration <= open.end; start += GRID) {
      const end = start + duration
      const localStart = start + offsetAt(start)
      const isAtEdge = start - open.start < MARGIN || open.end - end < MARGIN
      const inconvenience =
        (isAtEdge ? ROUNDNESS.length : 0) + ROUNDNESS.findIndex((step) => localStart % step === 0)
      found.push({ start, end, localStart, inconvenience })
    }
    return found
  })
}

const ROUNDNESS = [60 * MINUTE, 30 * MINUTE, GRID]

const byConvenience = (a: Candidate, b: Candidate) => a.inconvenience - b.inconvenience || a.start - b.start

function onDifferentDays(bestFirst: readonly Candidate[]) {
  const localDay = ({ localStart }: Candidate) => Math.floor(localStart / DAY)
  const chosen: Candidate[] = []
  const choose = (isPossible: (candidate: Candidate, other: Candidate) => boolean) => {
    for (const candidate of bestFirst) {
      if (chosen.length === SHOWN) return
      if (chosen.every((other) => isPossible(candidate, other))) chosen.push(candidate)
    }
  }
  choose((candidate, other) => localDay(candidate) !== localDay(other))
  choose((candidate, other) => candidate.end <= other.start || other.end <= candidate.start)
  return chosen
}
