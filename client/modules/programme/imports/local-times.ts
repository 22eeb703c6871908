import * as m from '#shared/events/messages.ts'

import { shortened } from './shortened.ts'
import { isZone } from './zone-names.ts'

/** The order of the numbers in dates like `05/03/2026`. */
export type DayOrder = 'day-first' | 'month-first' | undefined

const ISO_DAY = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/
const NUMBERS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
const NAMED =
  /^(?:[a-z]+,? )?(?:(\d{1,2})\.? ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2}))(?:st|nd|rd|th)?,? (\d{4})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(?::[0-5]\d(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?$/i
/** Characters of the longest text that can be a date. */
const MAX_LENGTH = 80
/** A date with a time behind it. */
const MOMENT =
  /^(.{0,60}?\d{4}|\d{4}[-/]\d{1,2}[-/]\d{1,2})(?:,? at |,? +|T)(\d{1,2}:\d{2}.*|\d{1,2} ?[ap]m)$/i
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** The order that the dates of a file imply: one with a number above 12 decides. */
export function dayOrderOf(texts: readonly string[]): DayOrder {
  for (const text of texts.filter(({ length }) => length <= MAX_LENGTH)) {
    const [, first, second] = NUMBERS.exec(MOMENT.exec(text.trim())?.[1] ?? text.trim()) ?? []
    if (Number(first) > 12) return 'day-first'
    if (Number(second) > 12) return 'month-first'
  }
  return undefined
}

export class UnreadableTime extends Error {}

/**
 * Reads a local date and time of a file as an ISO instant. A time that the clocks skip is read as the later one, and
 * the first of two equal ones counts.
 * @throws UnreadableTime with a message for the person
 */
export function readLocalTime(
  { day, time, zone }: { day: string; time: string; zone: string },
  order: DayOrder,
): string {
  const text = day.trim()
  if (text.length > MAX_LENGTH) throw new UnreadableTime(m.importsNoDate({ text: shortened(text) }))
  if (INSTANT.test(text)) return readInstant(text)
  const [, datePart = text, timePart = time.trim()] = (!time.trim() && MOMENT.exec(text)) || []
  const date = readDay(datePart.trim(), order)
  if (!date) throw new UnreadableTime(m.importsNoDate({ text: datePart }))
  const clock = readClock(timePart.trim())
  if (!clock) throw new UnreadableTime(m.importsNoTime({ text: shortened(timePart) }))
  if (!isZone(zone)) throw new UnreadableTime(m.importsNoZone({ text: shortened(zone) }))
  return date
    .toZonedDateTime({ timeZone: zone, plainTime: clock })
    .toInstant()
    .toString({ smallestUnit: 'millisecond' })
}

function readInstant(text: string) {
  try {
    return Temporal.Instant.from(text).toString({ smallestUnit: 'millisecond' })
  } catch {
    throw new UnreadableTime(m.importsNoDate({ text }))
  }
}

function readDay(text: string, order: DayOrder) {
  const iso = ISO_DAY.exec(text)
  if (iso) return plainDate(iso[1], iso[2], iso[3])
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [, first, second, year] = numbers
    if (!order) throw new UnreadableTime(m.importsTwoDates({ text }))
    return order === 'day-first' ? plainDate(year, second, first) : plainDate(year, first, second)
  }
  const [, dayBefore, monthAfter, monthBefore, dayAfter, year] = NAMED.exec(text) ?? []
  const month = MONTHS.indexOf((monthAfter ?? monthBefore ?? '').slice(0, 3).toLowerCase()) + 1
  return month > 0 ? plainDate(year, String(month), dayBefore ?? dayAfter) : undefined
}

function plainDate(year = '', month = '', day = '') {
  try {
    return Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    )
  } catch {
    return undefined
  }
}

function readClock(text: string) {
  const [, hours, minutes = '0', half] = CLOCK.exec(text) ?? []
  if (hours === undefined) return undefined
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  try {
    return Temporal.PlainTime.from({ hour, minute: Number(minutes) }, { overflow: 'reject' })
  } catch {
    return undefined
  }
}
