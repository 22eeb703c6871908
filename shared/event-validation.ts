/** The rules for events that the form checks too, so that one attempt shows all errors. Browsers can import it. */
import { isCountry } from './countries.ts'
import { EVENT_LIMITS } from './event-rules.ts'
import type { EventEdit } from './events.ts'
import { HTTPS_RULE, inPlainLetters, linkError } from './plain-link.ts'
import { visibleLength } from './visible-length.ts'

/** By field (dotted path), the rule that is broken. */
export type EventErrors = Record<string, string>

/** The schema checks the years of a request, but conversion to UTC and duplication can leave them. */
const SORTABLE_YEAR = /^[12]\d{3}-/

/**
 * The rules for every event that a schema cannot express, apart from those of `validateDays`.
 * @param edit of which the form leaves an instant empty that it could not read
 */
export function validateEvent(edit: EventEdit): EventErrors {
  const { title, startsAt, endsAt, rsvpDeadline, venue, joinUrl, capacity, guestsMax } = edit
  const errors: EventErrors = {}
  if (visibleLength(title) < EVENT_LIMITS.title.min) {
    errors['title'] = `Enter a title (at least ${EVENT_LIMITS.title.min} characters).`
  }
  if (startsAt && endsAt && endsAt <= startsAt) errors['endsAt'] = 'The end must be after the start.'
  if (startsAt && rsvpDeadline && rsvpDeadline > startsAt) {
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
  const joinUrlError = joinUrl && joinUrlErrorOf(joinUrl)
  if (joinUrlError) errors['joinUrl'] = joinUrlError
  return errors
}

const joinUrlErrorOf = (joinUrl: string) =>
  joinUrl.startsWith('https://') ? linkError(inPlainLetters(joinUrl), EVENT_LIMITS.joinUrl) : HTTPS_RULE

/**
 * By the calendar of the event's zone, whose days differ in length.
 * @throws RangeError for an unknown zone
 */
export function validateDays({ allDay, startsAt, endsAt, timeZone }: EventEdit): EventErrors {
  if (!startsAt || !endsAt) return {}
  const [start, end] = [startsAt, endsAt].map((instant) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  const errors: EventErrors = {}
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

/** What a draft may still lack, but a published event must have until it ends. @param now milliseconds */
export function missingForPublication(
  { format, venue, joinUrl, endsAt }: Pick<EventEdit, 'format' | 'venue' | 'joinUrl' | 'endsAt'>,
  now: number,
): EventErrors {
  const errors: EventErrors = {}
  if (format !== 'online' && !venue?.name.trim()) errors['venue.name'] = 'Enter a venue.'
  if (format !== 'inPerson' && !joinUrl) errors['joinUrl'] = 'Enter a join link.'
  if (Date.parse(endsAt) <= now) errors['endsAt'] = 'The end must be in the future.'
  return errors
}

/** A published event that has not started cannot be moved into the past. @param now milliseconds */
export const pastStartErrors = (
  before: Pick<EventEdit, 'startsAt'>,
  { startsAt }: Pick<EventEdit, 'startsAt'>,
  now: number,
): EventErrors =>
  startsAt !== before.startsAt && Date.parse(startsAt) <= now
    ? { startsAt: 'The start must be in the future.' }
    : {}
