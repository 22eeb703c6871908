import * as m from '#shared/lib/messages.ts'
import { justBefore } from './dates.ts'

/** A local date and time, as in date and time fields: `2026-12-03` and `18:30`. */
export interface WallClock {
  date: string
  time: string
  /** Picks one of two instants when clocks change. */
  choice?: 'earlier' | 'later'
}

/** Instants in the format of `toISOString`, the earlier first. */
type Choices = readonly [earlier: string, later: string]

export type Reading =
  /** A part is missing, or there is no such day. */
  | { kind: 'unreadable' }
  | { kind: 'ok'; instant: string }
  /** `gap`: the clocks skip this time; `overlap`: they show it twice. `instant` is set once it was chosen. */
  | { kind: 'gap' | 'overlap'; choices: Choices; instant?: string }

/** Never guesses: for times around a clock change it returns the choices for the person. */
export function readWallClock({ date, time, choice }: WallClock, timeZone: string): Reading {
  const wall = plainDateTime(date, time)
  if (!wall) return { kind: 'unreadable' }
  const earlier = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(timeZone, { disambiguation: 'later' })
  const choices: Choices = [spell(earlier), spell(later)]
  if (choices[0] === choices[1]) return { kind: 'ok', instant: choices[0] }
  const chosen = choice && { instant: choices[choice === 'earlier' ? 0 : 1] }
  const kind = earlier.toPlainDateTime().equals(wall) ? 'overlap' : 'gap'
  return { kind, choices, ...chosen }
}

/** The value of a form's field: an instant, or an error. */
export type Moment = { instant: string } | { error: string }

/** If the clocks change at that time, the field asks which of two instants is meant. */
export function readMoment(clock: WallClock, timeZone: string): Moment {
  const reading = readWallClock(clock, timeZone)
  if (reading.kind === 'unreadable') return { error: m.momentMissing() }
  if (reading.instant) return { instant: reading.instant }
  return { error: m.momentChange() }
}

/** The inverse, with the choice that the instant implies. */
export function wallClockAt(instant: string, timeZone: string): WallClock {
  const there = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  const wall = { date: there.toPlainDate().toString(), time: there.toPlainTime().toString().slice(0, 5) }
  const reading = readWallClock(wall, timeZone)
  if (reading.kind !== 'overlap') return wall
  return { ...wall, choice: Date.parse(instant) < Date.parse(reading.choices[1]) ? 'earlier' : 'later' }
}

/** Start of a day, which is not midnight in places that change their clocks then. @param date such as `2026-12-03` */
export const startOfDay = (date: string, timeZone: string) =>
  spell(Temporal.PlainDate.from(date).toZonedDateTime(timeZone))

/** End of a day: the first instant of the next. */
export const endOfDay = (date: string, timeZone: string) =>
  startOfDay(Temporal.PlainDate.from(date).add({ days: 1 }).toString(), timeZone)

/** The inverse. @param end a result of `endOfDay`, which is not itself in the day */
export const lastDayBefore = (end: string, timeZone: string) => wallClockAt(justBefore(end), timeZone).date

/** Undefined when a part is missing, or there is no such day. */
export function plainDateTime(date: string, time: string) {
  try {
    return Temporal.PlainDate.from(date).toPlainDateTime(Temporal.PlainTime.from(time))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const spell = ({ epochMilliseconds }: Temporal.ZonedDateTime) => new Date(epochMilliseconds).toISOString()
