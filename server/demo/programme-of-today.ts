import { CALL, LISBON, NEW_YORK, type Planned, SINGAPORE } from './programme.ts'

const HOUR = 60 * 60 * 1000
const NOON = 12

/** Begins within the next quarter of an hour after two hours from now. */
export const soon = (now: number): Planned => ({
  title: 'Open hour',
  summary: 'No speaker and no slides: come with what is on your desk today.',
  ...whereItIsDay(now + 2 * HOUR, now),
  length: 60,
  format: 'online',
  joinUrl: CALL,
  tags: ['introductions'],
})

/** Close enough for a seat that comes free to be offered, not given. */
export const tomorrow = (now: number): Planned => ({
  title: 'Six people, one price list',
  summary: 'Each shows what they charge, and five others say what they would pay.',
  ...whereItIsDay(now + 20 * HOUR, now),
  length: 90,
  format: 'online',
  joinUrl: CALL,
  capacity: 6,
  tags: ['prices'],
})

/** By the clock of a place where it is nearest to noon then, at the next quarter of an hour. */
function whereItIsDay(at: number, now: number): Pick<Planned, 'inDays' | 'from' | 'timeZone'> {
  const start = Temporal.Instant.fromEpochMilliseconds(at).round({
    smallestUnit: 'minute',
    roundingIncrement: 15,
    roundingMode: 'ceil',
  })
  const fromNoon = (timeZone: string) => Math.abs(start.toZonedDateTimeISO(timeZone).hour - NOON)
  const [timeZone] = [LISBON, NEW_YORK, SINGAPORE].toSorted((a, b) => fromNoon(a) - fromNoon(b)) as [string]
  const there = start.toZonedDateTimeISO(timeZone)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  return {
    inDays: today.until(there.toPlainDate()).days,
    from: there.toPlainTime().toString({ smallestUnit: 'minute' }),
    timeZone,
  }
}
