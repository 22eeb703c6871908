import { isDeepStrictEqual } from 'node:util'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventEdit } from '#shared/events.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { visibleLength } from '#server/lib/plain-text.ts'
import { linkError } from '#server/lib/plain-link.ts'
import { isTimeZone } from '#server/lib/time-zones.ts'

import type { EventDocument } from './collection.ts'

type Faults = Record<string, string>

export function assertValid(fields: Faults) {
  if (Object.keys(fields).length > 0) {
    throw invalidFields(fields)
  }
}

/** As the schema asks of what is sent; its offset, or copies of it, may lead over the edge. */
const SORTABLE = /^[12]\d{3}-/

/** What the schema cannot say of any event, draft or not. By field, in words for the person. */
export function validate(edit: EventEdit): Faults {
  const { title, startsAt, endsAt, rsvpDeadline, timeZone, joinUrl, capacity, guestsMax } = edit
  const faults: Faults = {}
  if (visibleLength(title) < EVENT_LIMITS.title.min) faults['title'] = 'Please use at least 3 characters.'
  if (endsAt <= startsAt) faults['endsAt'] = 'The end must be after the start.'
  if (rsvpDeadline && rsvpDeadline > startsAt) {
    faults['rsvpDeadline'] = 'The deadline cannot be after the start.'
  }
  if (capacity !== undefined && 1 + guestsMax > capacity) {
    faults['guestsMax'] = 'Nobody could bring so many: there are too few seats.'
  }
  for (const [field, instant] of Object.entries({ startsAt, endsAt, rsvpDeadline })) {
    if (instant && !SORTABLE.test(instant)) faults[field] = 'The year must be between 1000 and 2999.'
  }
  const wrongLink = joinUrl && linkError(joinUrl, EVENT_LIMITS.joinUrl)
  if (wrongLink) faults['joinUrl'] = wrongLink
  if (isTimeZone(timeZone)) return { ...dayFaults(edit), ...faults }
  return { ...faults, timeZone: 'Please choose a time zone from the list.' }
}

/** Of the days by the calendar of the event's zone, which are not all as long. */
function dayFaults({ allDay, startsAt, endsAt, timeZone }: EventEdit): Faults {
  const [start, end] = [startsAt, endsAt].map((instant) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  const faults: Faults = {}
  const lastEnd = start.add({ days: EVENT_LIMITS.days })
  if (Temporal.ZonedDateTime.compare(end, lastEnd) > 0)
    faults['endsAt'] = `An event can last ${EVENT_LIMITS.days} days at most.`
  const words = 'An all-day event starts and ends at midnight in its time zone.'
  // Where summer time begins at midnight, the day begins at one.
  if (allDay && !start.equals(start.startOfDay())) faults['startsAt'] = words
  if (allDay && !end.equals(end.startOfDay())) faults['endsAt'] = words
  return faults
}

/** What a draft may still lack. */
export function missingForPublication({ format, venue, joinUrl, endsAt }: EventEdit, now: number): Faults {
  const faults: Faults = {}
  if (format !== 'online' && !venue?.name.trim()) faults['venue.name'] = 'Please say where it takes place.'
  if (format !== 'inPerson' && !joinUrl) faults['joinUrl'] = 'Please say where to join online.'
  if (Date.parse(endsAt) <= now) faults['endsAt'] = 'The end must be in the future.'
  return faults
}

/** Open to the end and beyond: what an event was is for its organisers to tell. */
const ALWAYS_OPEN: readonly string[] = [
  'summary',
  'description',
  'tags',
  'cover',
] satisfies (keyof EventEdit)[]
const FIXED_BY_START: readonly string[] = ['startsAt', 'timeZone', 'allDay'] satisfies (keyof EventEdit)[]

/** What can no longer be changed of an event that was published, once it has started or is over. */
export function lateErrors(before: EventDocument, after: EventDocument, now: number): Faults {
  const over = before.status === 'completed' || now >= Date.parse(before.endsAt)
  const started = now >= Date.parse(before.startsAt)
  const isFixed = (field: string) => (over ? !ALWAYS_OPEN.includes(field) : FIXED_BY_START.includes(field))
  const when = over ? 'The event is over' : 'The event has started'
  const changed = changedFields(before, after)
  if (started)
    return Object.fromEntries(changed.filter(isFixed).map((field) => [field, `${when}: this stays.`]))
  return changed.includes('startsAt') && Date.parse(after.startsAt) <= now
    ? { startsAt: 'The start must be in the future.' }
    : {}
}

const changedFields = (before: EventDocument, after: EventDocument) =>
  ([...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof EventDocument)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
