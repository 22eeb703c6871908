import ICAL from 'ical.js'

import * as m from '#shared/events/messages.ts'
import { EVENT_IMPORT_LIMITS } from '#shared/events/imports/rules.ts'
import type { ImportedDetails } from '#shared/events/imports/schema.ts'
import { DAY, HOUR, SECOND } from '#shared/lib/durations.ts'
import { UnreadableFile } from '#client/lib/files/read-table.ts'
import { startOfDay } from '#client/lib/time/wall-clock.ts'

import {
  ASSUMED_HOURS,
  createAttendeeList,
  type FileEvent,
  type ImportedFile,
  noEnd,
  oversized,
  type RowProblem,
} from './imported-file.ts'
import { zoneIn } from './zone-names.ts'

interface Options {
  /** The zone of times without one. */
  zone: string
  /** Epoch milliseconds. */
  now: number
}

/** Dates of a repeated event are read until then. */
const AHEAD = 366 * DAY
const UID_OF_LUMA = /^(evt-\w+)@\S+$/
/** Meetup puts the address in brackets behind the name of the venue. */
const PLACE_OF_MEETUP = /^([^(),]+) \((.+)\)$/
const UID_OF_MEETUP = /^event_(\w+)@meetup\.com$/
const HTTPS = /^https:\/\/\S+$/
const COMES = 'ACCEPTED'
const NO_PEOPLE = new Set(['ROOM', 'RESOURCE'])

class Unreadable extends Error {}

/** @throws UnreadableFile when it is no calendar */
export function readCalendarFile(text: string, options: Options): ImportedFile {
  const lines = linesOfEvents(text)
  const events: FileEvent[] = []
  const problems: RowProblem[] = []
  let index = 0
  for (const calendar of calendarsOf(text)) {
    const zone = zoneIn(textOf(calendar, 'x-wr-timezone')) ?? options.zone
    const components = calendar.getAllSubcomponents('vevent').map((component) => ({
      component,
      row: lines[index++] ?? 1,
      uid: textOf(component, 'uid'),
    }))
    const changes = Map.groupBy(
      components.filter(({ component }) => component.hasProperty('recurrence-id')),
      ({ uid }) => uid,
    )
    for (const { component, row, uid } of components) {
      if (component.hasProperty('recurrence-id')) continue
      try {
        const exceptions = (changes.get(uid) ?? []).map((change) => change.component)
        events.push(...eventsOf({ component, row, uid, exceptions }, { ...options, zone }, problems))
      } catch (error) {
        // The library throws plain errors for values that it cannot read.
        const message = error instanceof Unreadable ? error.message : m.importsUnreadable()
        problems.push({ row, message })
      }
    }
  }
  if (index === 0) throw new UnreadableFile(m.importsCalendarEmpty())
  return { ...fromProduct(events), unit: 'line', problems, notComing: 0 }
}

function calendarsOf(text: string): ICAL.Component[] {
  try {
    const parsed: unknown[][] | [string] = ICAL.parse(text)
    const roots = isCalendar(parsed) ? [parsed] : parsed
    return roots.map((root) => new ICAL.Component(root))
  } catch {
    throw new UnreadableFile(m.importsCalendarDamaged())
  }
}

const isCalendar = (parsed: unknown[][] | [string]): parsed is [string] => typeof parsed[0] === 'string'

/** Line of each event. */
const linesOfEvents = (text: string) =>
  text.split(/\r\n?|\n/).flatMap((line, at) => (/^BEGIN:VEVENT\s*$/i.test(line) ? [at + 1] : []))

interface Entry {
  component: ICAL.Component
  row: number
  uid: string
  exceptions: ICAL.Component[]
}

function eventsOf(entry: Entry, options: Options, problems: RowProblem[]): FileEvent[] {
  const { component, row, uid, exceptions } = entry
  if (isCancelled(component)) throw new Unreadable(m.importsCancelled())
  const event = new ICAL.Event(component, { strictExceptions: true, exceptions })
  const single = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time, sourceId: string): FileEvent => {
    const { details, notes } = detailsOf(item, { start, end }, options)
    const tooLong = oversized(details)
    if (tooLong) throw new Unreadable(tooLong)
    const attendees = createAttendeeList(problems)
    for (const attendee of item.component.getAllProperties('attendee')) addAttendee(attendees, row, attendee)
    return {
      row,
      ...(sourceId && { sourceId: sourceId.slice(0, EVENT_IMPORT_LIMITS.sourceId) }),
      details,
      attendees: attendees.list(),
      withoutAddress: 0,
      notes,
    }
  }
  if (!event.isRecurring()) return [single(event, event.startDate, event.endDate, uid)]
  const dates: FileEvent[] = []
  const iterator = event.iterator()
  for (let next = iterator.next(); next; next = iterator.next()) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (startDate.toUnixTime() * SECOND > options.now + AHEAD) break
    if (dates.length === EVENT_IMPORT_LIMITS.occurrences)
      throw new Unreadable(m.importsTooOften({ most: EVENT_IMPORT_LIMITS.occurrences }))
    if (!isCancelled(item.component))
      dates.push(single(item, startDate, endDate, `${uid} ${next.toString()}`))
  }
  return dates
}

const isCancelled = (component: ICAL.Component) => textOf(component, 'status').toUpperCase() === 'CANCELLED'

function addAttendee(list: ReturnType<typeof createAttendeeList>, row: number, attendee: ICAL.Property) {
  const address = String(attendee.getFirstValue())
  const parameter = (name: string) => String(attendee.getParameter(name) ?? '').toUpperCase()
  if (parameter('partstat') !== COMES || NO_PEOPLE.has(parameter('cutype')) || !/^mailto:/i.test(address))
    return
  list.add(row, address.slice('mailto:'.length), 1 + (Number(parameter('x-num-guests')) || 0), {})
}

function detailsOf(
  { component, summary, description, location }: ICAL.Event,
  { start, end }: { start: ICAL.Time; end: ICAL.Time },
  { zone: assumed }: Options,
): { details: ImportedDetails; notes: string[] } {
  const tzid = component.getFirstProperty('dtstart')?.getParameter('tzid')
  const named = typeof tzid === 'string' ? zoneIn(tzid) : undefined
  const timeZone = named ?? assumed
  if (typeof tzid === 'string' && !named && start.zone === ICAL.Timezone.localTimezone)
    throw new Unreadable(m.importsZoneUndefined({ zone: tzid.slice(0, 60) }))
  const startsAt = instantOf(start, timeZone, named)
  const hasEnd = end.compare(start) !== 0
  const endsAt = hasEnd
    ? instantOf(end, timeZone, named)
    : new Date(Date.parse(startsAt) + ASSUMED_HOURS * HOUR).toISOString()
  const place = (location ?? '').trim()
  const joinUrl = [textOf(component, 'x-google-conference'), textOf(component, 'conference'), place].find(
    (text) => HTTPS.test(text),
  )
  return {
    details: {
      title: summary ?? '',
      description: description ?? '',
      startsAt,
      endsAt,
      allDay: start.isDate,
      timeZone,
      place: HTTPS.test(place) ? '' : place,
      ...(joinUrl && { joinUrl }),
    },
    notes: hasEnd ? [] : [noEnd()],
  }
}

/** A zone with an IANA name is read by the browser's own data, any other by the file's definition. */
function instantOf(time: ICAL.Time, timeZone: string, named: string | undefined): string {
  const { year, month, day, hour, minute, second } = time
  if (time.isDate) return startOfDay(Temporal.PlainDate.from({ year, month, day }).toString(), timeZone)
  const isLocal = time.zone === ICAL.Timezone.localTimezone
  if (time.zone === ICAL.Timezone.utcTimezone || (!named && !isLocal))
    return new Date(time.toUnixTime() * SECOND).toISOString()
  return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second })
    .toZonedDateTime(timeZone)
    .toInstant()
    .toString({ smallestUnit: 'millisecond' })
}

const textOf = (component: ICAL.Component, name: string) =>
  String(component.getFirstPropertyValue(name) ?? '').trim()

/** Calendars of Luma and Meetup name events in the same way as their attendee lists. */
function fromProduct(events: FileEvent[]): Pick<ImportedFile, 'source' | 'events'> {
  for (const [source, pattern] of [
    ['luma', UID_OF_LUMA],
    ['meetup', UID_OF_MEETUP],
  ] as const) {
    if (events.length === 0 || !events.every(({ sourceId = '' }) => pattern.test(sourceId))) continue
    return {
      source,
      events: events.map((event) => ({
        ...event,
        sourceId: pattern.exec(event.sourceId!)![1]!,
        ...(event.details && {
          details: { ...event.details, place: event.details.place.replace(PLACE_OF_MEETUP, '$1, $2') },
        }),
      })),
    }
  }
  return { source: 'calendar', events }
}
