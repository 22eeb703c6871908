import { isDeepStrictEqual } from 'node:util'

import type { EventEdit } from '#shared/events/schema.ts'
import { datesOfCopies, type EventDates } from '#shared/events/series-dates.ts'
import { isoInstant } from '#server/lib/clock.ts'

type Field = keyof EventEdit
/** Moments that keep their distance to the start. */
type Moment = 'endsAt' | 'rsvpOpensAt' | 'rsvpDeadline'

const TIMES = ['startsAt', 'endsAt', 'rsvpOpensAt', 'rsvpDeadline', 'timeZone', 'allDay'] satisfies Field[]
const isTime = (field: string) => (TIMES as string[]).includes(field)

/**
 * `target` with the changes from `before` to `after`, which are of another event of the series. Fields that did not
 * change stay as they are, and so does a cover of its own. A new time moves `target` by as much in local time.
 */
export function carryOver(target: EventEdit, before: EventEdit, after: EventEdit): EventEdit {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])] as Field[]
  const changed = fields.filter(
    (field) =>
      !isTime(field) &&
      !isDeepStrictEqual(before[field], after[field]) &&
      (field !== 'cover' || target.cover === before.cover),
  )
  const next = { ...withoutFields(target, [...changed, ...TIMES]), ...pick(after, changed) }
  const { joinUrl, ...offline } = next as EventEdit
  return {
    ...(next.format === 'inPerson' || !joinUrl ? offline : next),
    ...timesOf(target, before, after),
  } as EventEdit
}

function timesOf(target: EventEdit, before: EventEdit, after: EventEdit) {
  if (TIMES.every((field) => before[field] === after[field])) return pick(target, TIMES)
  const allDay = before.allDay === after.allDay ? target.allDay : after.allDay
  const timeZone = before.timeZone === after.timeZone ? target.timeZone : after.timeZone
  const own = inZone(target, timeZone)
  const edited = { ...inZone(after, timeZone), allDay: after.allDay }
  const startsAt = movedStart(own, before, { ...after, allDay })
  const [kept] = datesOfCopies({ ...own, allDay }, startsAt)
  const [moved] = datesOfCopies(edited, startsAt)
  const isKept = (field: Moment) => distanceTo(before, field) === distanceTo(after, field)
  const { rsvpOpensAt } = (isKept('rsvpOpensAt') ? kept : moved)!
  const { rsvpDeadline } = (isKept('rsvpDeadline') ? kept : moved)!
  return {
    startsAt,
    endsAt: (isKept('endsAt') && before.allDay === after.allDay ? kept : moved)!.endsAt,
    ...(rsvpOpensAt && { rsvpOpensAt }),
    ...(rsvpDeadline && { rsvpDeadline }),
    timeZone,
    allDay,
  }
}

/** Days of an all-day event move by days; other events also by hours. */
function movedStart({ startsAt, timeZone }: EventDates, before: EventEdit, after: EventEdit) {
  const from = localTime(before.startsAt, before.timeZone)
  const to = localTime(after.startsAt, after.timeZone)
  const own = intendedTime(localTime(startsAt, timeZone), from.toPlainTime(), timeZone)
  const local = after.allDay
    ? own.toPlainDate().add(from.toPlainDate().until(to.toPlainDate())).toZonedDateTime(timeZone)
    : own.add(from.until(to, { largestUnit: 'days' })).toZonedDateTime(timeZone)
  return isoInstant(local.epochMilliseconds)
}

/** `time` of the day, if the start of summer time skips it and `own` is therefore just after; otherwise `own`. */
function intendedTime(own: Temporal.PlainDateTime, time: Temporal.PlainTime, timeZone: string) {
  const intended = own.withPlainTime(time)
  return intended.toZonedDateTime(timeZone).toPlainDateTime().equals(own) ? intended : own
}

/** Local time from the start to the moment; undefined without it. */
function distanceTo({ startsAt, timeZone, ...more }: EventEdit, field: Moment) {
  const moment = more[field]
  return moment && localTime(startsAt, timeZone).until(localTime(moment, timeZone)).toString()
}

/** The same local times in another zone. */
function inZone(event: EventDates, timeZone: string): EventDates {
  if (event.timeZone === timeZone) return event
  const moved = (instant: string) =>
    isoInstant(localTime(instant, event.timeZone).toZonedDateTime(timeZone).epochMilliseconds)
  const { startsAt, endsAt, rsvpOpensAt, rsvpDeadline } = event
  return {
    ...event,
    timeZone,
    startsAt: moved(startsAt),
    endsAt: moved(endsAt),
    ...(rsvpOpensAt && { rsvpOpensAt: moved(rsvpOpensAt) }),
    ...(rsvpDeadline && { rsvpDeadline: moved(rsvpDeadline) }),
  }
}

const localTime = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()

const pick = <F extends Field>(edit: EventEdit, fields: readonly F[]) =>
  Object.fromEntries(
    fields.flatMap((field) => (edit[field] === undefined ? [] : [[field, edit[field]]])),
  ) as Pick<EventEdit, F>

const withoutFields = (edit: EventEdit, fields: readonly Field[]) =>
  Object.fromEntries(Object.entries(edit).filter(([field]) => !fields.includes(field as Field)))
