/** The rules for events that the form checks too, so that one attempt shows all errors. Browsers can import it. */
import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { isCountry } from '#shared/lib/countries.ts'
import { EVENT_LIMITS, isForChapters } from './rules.ts'
import { questionErrors } from './question-rules.ts'
import type { EventEdit } from './schema.ts'
import { inPlainLetters, linkError } from '#shared/lib/plain-link.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'

/** The broken rule of each field, by dotted path. */
export type EventErrors = Record<string, string>

/** The schema checks the years of a request, but conversion to UTC and duplication can leave them. */
const SORTABLE_YEAR = /^[12]\d{3}-/

/**
 * The rules for every event that a schema cannot express, except those of `validateDays`.
 * @param edit an instant that the form could not read is empty
 */
export function validateEvent(edit: EventEdit): EventErrors {
  const {
    title,
    startsAt,
    endsAt,
    rsvpOpensAt,
    rsvpDeadline,
    joinMode,
    visibility,
    chapterId,
    cohosts = [],
    venue,
    joinUrl,
    capacity,
    guestsMax,
  } = edit
  const errors: EventErrors = {}
  if (visibleLength(title) < EVENT_LIMITS.title.min) {
    errors['title'] = m.eventRuleTitle({ min: EVENT_LIMITS.title.min })
  }
  if (startsAt && endsAt && endsAt <= startsAt) errors['endsAt'] = m.eventRuleEnd()
  if (startsAt && rsvpDeadline && rsvpDeadline > startsAt) {
    errors['rsvpDeadline'] = m.eventRuleDeadline()
  }
  const closesAt = rsvpDeadline || startsAt
  if (rsvpOpensAt && closesAt && rsvpOpensAt >= closesAt) {
    errors['rsvpOpensAt'] = m.eventRuleOpening({ limit: rsvpDeadline ? 'deadline' : 'start' })
  }
  if (joinMode === 'invited' && visibility === 'public') {
    errors['visibility'] = m.eventRuleInvited()
  }
  if (chapterId === undefined && isForChapters(visibility)) errors['visibility'] = m.eventRuleChapter()
  if (cohosts.length > 0 && (chapterId === undefined || cohosts.includes(chapterId))) {
    errors['cohosts'] = m.eventRuleCohosts()
  }
  if (capacity !== undefined && 1 + guestsMax > capacity) {
    errors['guestsMax'] = m.eventRuleGuests()
  }
  for (const [field, instant] of Object.entries({ startsAt, endsAt, rsvpOpensAt, rsvpDeadline })) {
    if (instant && !SORTABLE_YEAR.test(instant)) errors[field] = words.fieldYear()
  }
  const country = venue?.address.country_code
  if (country && !isCountry(country)) errors['venue.address.country_code'] = m.eventRuleCountry()
  const joinUrlError = joinUrl && joinUrlErrorOf(joinUrl)
  if (joinUrlError) errors['joinUrl'] = joinUrlError
  return { ...errors, ...questionErrors(edit.questions ?? []) }
}

const joinUrlErrorOf = (joinUrl: string) =>
  joinUrl.startsWith('https://')
    ? linkError(inPlainLetters(joinUrl), EVENT_LIMITS.joinUrl)
    : words.fieldHttps()

/**
 * Counts in calendar days of the event's zone, which differ in length.
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
    errors['endsAt'] = m.eventRuleDays({ days: EVENT_LIMITS.days })
  }
  // Where summer time begins at midnight, the day begins at 1 am.
  if (allDay && !start.equals(start.startOfDay())) errors['startsAt'] = m.eventRuleMidnight()
  if (allDay && !end.equals(end.startOfDay())) errors['endsAt'] = m.eventRuleMidnight()
  return errors
}

/** Fields that a draft may lack, but a published event must have until it ends. @param now milliseconds */
export function missingForPublication(
  { format, venue, joinUrl, endsAt }: Pick<EventEdit, 'format' | 'venue' | 'joinUrl' | 'endsAt'>,
  now: number,
): EventErrors {
  const errors: EventErrors = {}
  if (format !== 'online' && !venue?.name.trim()) errors['venue.name'] = m.eventRuleVenue()
  if (format !== 'inPerson' && !joinUrl) errors['joinUrl'] = m.eventRuleJoinLink()
  if (Date.parse(endsAt) <= now) errors['endsAt'] = m.eventRuleEndPast()
  return errors
}

/** A published event that has not started cannot be moved into the past. @param now milliseconds */
export const pastStartErrors = (
  before: Pick<EventEdit, 'startsAt'>,
  { startsAt }: Pick<EventEdit, 'startsAt'>,
  now: number,
): EventErrors =>
  startsAt !== before.startsAt && Date.parse(startsAt) <= now ? { startsAt: m.eventRuleStartPast() } : {}
