import { isDeepStrictEqual } from 'node:util'

import { isCountry } from '#shared/countries.ts'
import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventEdit } from '#shared/events.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { linkError } from '#server/lib/plain-link.ts'
import { visibleLength } from '#server/lib/plain-text.ts'
import { isTimeZone } from '#server/lib/time-zones.ts'

import type { EventDocument } from './collection.ts'

/** By field (dotted path), the rule that is broken. */
type FieldErrors = Record<string, string>

export function assertValid(errors: FieldErrors) {
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

/** The schema checks the years of a request, but conversion to UTC and duplication can leave them. */
const SORTABLE_YEAR = /^[12]\d{3}-/

/** The rules for every event that a schema cannot express. */
export function validate(edit: EventEdit): FieldErrors {
  const { title, startsAt, endsAt, rsvpDeadline, timeZone, venue, joinUrl, capacity, guestsMax } = edit
  const errors: FieldErrors = {}
  if (visibleLength(title) < EVENT_LIMITS.title.min) {
    errors['title'] = `Enter a title (at least ${EVENT_LIMITS.title.min} characters).`
  }
  if (endsAt <= startsAt) errors['endsAt'] = 'The end must be after the start.'
  if (rsvpDeadline && rsvpDeadline > startsAt) {
    errors['rsvpDeadline'] = 'The RSVP deadline can’t be after the start.'
  }
  if (capacity !== undefined && 1 + guestsMax > capacity) {
    errors['guestsMax'] = 'Must be lower than the number of seats.'
  }
  for (const [field, instant] of Object.entries({ startsAt, endsAt, rsvpDeadline })) {
    if (instant && !SORTABLE_YEAR.test(instant)) errors[field] = 'Enter a year between 1000 and 2999.'
  }
  const country = venue?.address.country_code
  if (country && !isCountry(country)) errors['venue.address.country_code'] = 'Choose a country from the list.'
  const joinUrlError = joinUrl && linkError(joinUrl, EVENT_LIMITS.joinUrl)
  if (joinUrlError) errors['joinUrl'] = joinUrlError
  if (isTimeZone(timeZone)) return { ...dayErrors(edit), ...errors }
  return { ...errors, timeZone: 'Choose a time zone from the list.' }
}

/** By the calendar of the event's zone, whose days differ in length. */
function dayErrors({ allDay, startsAt, endsAt, timeZone }: EventEdit): FieldErrors {
  const [start, end] = [startsAt, endsAt].map((instant) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  const errors: FieldErrors = {}
  const latestEnd = start.add({ days: EVENT_LIMITS.days })
  if (Temporal.ZonedDateTime.compare(end, latestEnd) > 0) {
    errors['endsAt'] = `An event can last up to ${EVENT_LIMITS.days} days.`
  }
  const notMidnight = 'An all-day event starts and ends at midnight in its time zone.'
  // Where summer time begins at midnight, the day begins at 1 am.
  if (allDay && !start.equals(start.startOfDay())) errors['startsAt'] = notMidnight
  if (allDay && !end.equals(end.startOfDay())) errors['endsAt'] = notMidnight
  return errors
}

/** What a draft may still lack. */
export function missingForPublication(
  { format, venue, joinUrl, endsAt }: EventEdit,
  now: number,
): FieldErrors {
  const errors: FieldErrors = {}
  if (format !== 'online' && !venue?.name.trim()) errors['venue.name'] = 'Enter a venue.'
  if (format !== 'inPerson' && !joinUrl) errors['joinUrl'] = 'Enter a join link.'
  if (Date.parse(endsAt) <= now) errors['endsAt'] = 'The end must be in the future.'
  return errors
}

/** Editable even after the end, so that organisers can describe what happened. */
const ALWAYS_EDITABLE: readonly string[] = [
  'summary',
  'description',
  'tags',
  'cover',
] satisfies (keyof EventEdit)[]
const FIXED_FROM_START: readonly string[] = ['startsAt', 'timeZone', 'allDay'] satisfies (keyof EventEdit)[]

/** Changes that a published event no longer allows once it has started or ended. */
export function lateErrors(before: EventDocument, after: EventDocument, now: number): FieldErrors {
  const hasEnded = before.status === 'completed' || now >= Date.parse(before.endsAt)
  const hasStarted = now >= Date.parse(before.startsAt)
  const isFixed = (field: string) =>
    hasEnded ? !ALWAYS_EDITABLE.includes(field) : FIXED_FROM_START.includes(field)
  const message = `This can’t be changed: the event has ${hasEnded ? 'ended' : 'started'}.`
  const changed = changedFields(before, after)
  if (hasStarted) return Object.fromEntries(changed.filter(isFixed).map((field) => [field, message]))
  return changed.includes('startsAt') && Date.parse(after.startsAt) <= now
    ? { startsAt: 'The start must be in the future.' }
    : {}
}

const changedFields = (before: EventDocument, after: EventDocument) =>
  ([...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof EventDocument)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
