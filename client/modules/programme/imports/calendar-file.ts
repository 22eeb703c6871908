import ICAL from 'ical.js'

import * as m from '#shared/events/messages.ts'
import { EVENT_IMPORT_LIMITS } from '#shared/events/import-rules.ts'
import type { ImportedDetails } from '#shared/events/imports.ts'
import { DAY, HOUR, SECOND } from '#shared/lib/durations.ts'
import { UnreadableFile } from '#client/lib/files/unreadable-file.ts'
import { startOfDay } from '#client/lib/time/wall-clock.ts'

import {
  ASSUMED_HOURS,
  type BusyOptions,
  type BusyTimes,
  createAttendeeList,
  type FileEvent,
  type ImportedFile,
  noEnd,
  oversized,
  type ReadOptions,
  type RowProblem,
} from './imported-file.ts'
import { shortened } from './shortened.ts'
import { zoneIn } from './zone-names.ts'

/** Dates of a repeated event are read until then. */
const AHEAD = 366 * DAY
const UID_OF_LUMA = /^(evt-\w+)@\S+$/
/** Meetup puts the address in brackets behind the name of the venue. */
const PLACE_OF_MEETUP = /^([^(),]+) \((.+)\)$/
const UID_OF_MEETUP = /^event_(\w+)@meetup\.com$/
const HTTPS = /^https:\/\/\S+$/
const COMES = 'ACCEPTED'
const NO_PEOPLE = new Set(['ROOM', 'RESOURCE'])
/** Properties whose impossible dates the library would move: the 41st to the next month, 25:00 to the next day. */
const DATES = new Set(['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate'])
/** Dates of one event that are left out or added one by one. */
const MAX_LISTED_DATES = 1_000
/** More would be a million days between two dates: the library counts day by day. */
const MAX_INTERVAL = 1_000_000
/** Steps in which the dates of one event are found, a fraction of a second. */
const MAX_STEPS = 30_000

class Unreadable extends Error {}

/** Undefined while no event is being read: time zones of other texts have rules, too. */
let steps: number | undefined
const { check_contracting_rules: isDate } = ICAL.RecurIterator.prototype
/** The library looks for the next date of a rule without end, and also of one that has none, such as 30 February. */
ICAL.RecurIterator.prototype.check_contracting_rules = function countStep() {
  if (steps !== undefined && ++steps > MAX_STEPS) throw new Unreadable(m.importsRuleTooLong())
  return isDate.call(this)
}

/** @throws UnreadableFile when it is no calendar */
export function readCalendarFile(text: string, options: ReadOptions): ImportedFile {
  const events: FileEvent[] = []
  const problems: RowProblem[] = []
  readEvents(
    text,
    options,
    (entry, inZone) => events.push(...eventsOf(entry, inZone, problems)),
    (row, message) => problems.push({ row, message }),
  )
  return { ...fromProduct(events), unit: 'line', problems, notComing: 0 }
}

/** @throws UnreadableFile when it is no calendar */
export function readBusyTimes(text: string, options: BusyOptions): BusyTimes {
  const times: BusyTimes['times'] = []
  let unread = 0
  readEvents(
    text,
    options,
    (entry, inZone) => times.push(...busyTimesOf(entry, inZone)),
    () => (unread += 1),
  )
  return { times, unread }
}

/** Reads each event with its exceptions. One that cannot be read does not stop the others. */
function readEvents<O extends ReadOptions>(
  text: string,
  options: O,
  read: (entry: Entry, options: O) => void,
  onProblem: (row: number, message: string) => void,
) {
  const lines = linesOfEvents(text)
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
    for (const event of components) {
      if (event.component.hasProperty('recurrence-id')) continue
      const exceptions = (changes.get(event.uid) ?? []).map((change) => change.component)
      steps = 0
      try {
        for (const each of [event.component, ...exceptions]) assertReadable(each)
        read({ ...event, exceptions }, { ...options, zone })
      } catch (error) {
        // The library throws plain errors for values that it cannot read.
        onProblem(event.row, error instanceof Unreadable ? error.message : m.importsUnreadable())
      } finally {
        steps = undefined
      }
    }
  }
  if (index === 0) throw new UnreadableFile(m.importsCalendarEmpty())
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

/** A date or time in jCal (RFC 7265), which is how the library keeps the values of a file until they are used. */
const WRITTEN = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ?)?$/

interface Rule {
  interval?: number
  until?: string
}
/** A period is a pair of its start and its end or duration. */
type Value = string | [string, string] | Rule
type Property = readonly [name: string, parameters: object, type: string, ...values: Value[]]

/** Checks dates as they are in the file, since the library only returns possible ones, and what a rule may cost. */
function assertReadable(component: ICAL.Component) {
  let listed = 0
  for (const [name, , , ...values] of component.jCal[1] as Property[]) {
    if (name === 'exdate' || name === 'rdate') listed += values.length
    if (listed > MAX_LISTED_DATES) throw new Unreadable(m.importsRuleTooLong())
    for (const value of values) {
      const [date] = Array.isArray(value) ? value : [value]
      if (DATES.has(name) && typeof date === 'string') assertPossible(date)
      if (name === 'rrule') assertRule(value as Rule)
    }
  }
}

function assertRule({ interval = 1, until }: Rule) {
  if (interval > MAX_INTERVAL) throw new Unreadable(m.importsRuleTooLong())
  if (until !== undefined) assertPossible(until)
}

function assertPossible(text: string) {
  if (!WRITTEN.test(text)) return
  try {
    Temporal.PlainDateTime.from(text.replace('Z', ''))
  } catch {
    throw new Unreadable(m.importsImpossible({ text: text.replaceAll(/[-:]/g, '') }))
  }
}

interface Entry {
  component: ICAL.Component
  row: number
  uid: string
  exceptions: ICAL.Component[]
}

/** Times that are taken, from now on. An event can be marked as one beside which its owner is free. */
function busyTimesOf({ component, exceptions }: Entry, { zone, now, until }: BusyOptions) {
  const event = new ICAL.Event(component, { strictExceptions: true, exceptions })
  const { startDate: start, endDate: end } = event
  // A day more, because zones are not known yet.
  const dates = event.isRecurring()
    ? [...datesOf(event, until + DAY)]
    : [{ item: event, startDate: start, endDate: end }]
  return dates.flatMap(({ item, startDate, endDate }) => {
    const isFree = textOf(item.component, 'transp').toUpperCase() === 'TRANSPARENT'
    if (isFree || isCancelled(item.component)) return []
    const instants = timesOf(item, { start: startDate, end: endDate }, zone)
    const time = { start: Date.parse(instants.startsAt), end: Date.parse(instants.end) }
    return time.start < time.end && now < time.end && time.start < until ? [time] : []
  })
}

/** The dates that the rule of an event has until then. An exception may be on another day than its date. */
function* datesOf(event: ICAL.Event, until: number) {
  const iterator = event.iterator()
  for (let next = iterator.next(); next; next = iterator.next()) {
    if (next.toUnixTime() * SECOND > until) return
    yield event.getOccurrenceDetails(next)
  }
}

function eventsOf(entry: Entry, options: ReadOptions, problems: RowProblem[]): FileEvent[] {
  const { component, row, uid, exceptions } = entry
  if (isCancelled(component)) throw new Unreadable(m.importsCancelled())
  const event = new ICAL.Event(component, { strictExceptions: true, exceptions })
  const lists = new Map<ICAL.Component, FileEvent['attendees']>()
  const single = (item: ICAL.Event, start: ICAL.Time, end: ICAL.Time, sourceId: string): FileEvent => {
    const { details, notes } = detailsOf(item, { start, end }, options)
    const tooLong = oversized(details)
    if (tooLong) throw new Unreadable(tooLong)
    const attendees = lists.get(item.component) ?? attendeesOf(item.component, row, problems)
    lists.set(item.component, attendees)
    return {
      row,
      sourceId: sourceId ? sourceId.slice(0, EVENT_IMPORT_LIMITS.sourceId) : undefined,
      details,
      attendees,
      withoutAddress: 0,
      notes,
    }
  }
  if (!event.isRecurring()) return [single(event, event.startDate, event.endDate, uid)]
  const dates: FileEvent[] = []
  for (const { item, startDate, endDate, recurrenceId } of datesOf(event, options.now + AHEAD)) {
    if (dates.length === EVENT_IMPORT_LIMITS.occurrences)
      throw new Unreadable(m.importsTooOften({ most: EVENT_IMPORT_LIMITS.occurrences }))
    if (!isCancelled(item.component))
      dates.push(single(item, startDate, endDate, `${uid} ${recurrenceId.toString()}`))
  }
  if (dates.length === 0) throw new Unreadable(m.importsNoDates())
  return dates
}

const isCancelled = (component: ICAL.Component) => textOf(component, 'status').toUpperCase() === 'CANCELLED'

function attendeesOf(component: ICAL.Component, row: number, problems: RowProblem[]) {
  const list = createAttendeeList(problems)
  for (const attendee of component.getAllProperties('attendee')) addAttendee(list, row, attendee)
  return list.list()
}

function addAttendee(list: ReturnType<typeof createAttendeeList>, row: number, attendee: ICAL.Property) {
  const address = String(attendee.getFirstValue())
  const parameter = (name: string) => String(attendee.getParameter(name) ?? '').toUpperCase()
  if (parameter('partstat') !== COMES || NO_PEOPLE.has(parameter('cutype')) || !/^mailto:/i.test(address))
    return
  list.add(row, address.slice('mailto:'.length), 1 + (Number(parameter('x-num-guests')) || 0), {})
}

interface Times {
  start: ICAL.Time
  end: ICAL.Time
}

function detailsOf(
  item: ICAL.Event,
  times: Times,
  { zone: assumed }: ReadOptions,
): { details: ImportedDetails; notes: string[] } {
  const { component, summary, description, location } = item
  const { startsAt, end, timeZone } = timesOf(item, times, assumed)
  const hasEnd = end !== startsAt
  const assumedEnd = new Date(Date.parse(startsAt) + ASSUMED_HOURS * HOUR).toISOString()
  const place = (location ?? '').trim()
  const joinUrl = [textOf(component, 'x-google-conference'), textOf(component, 'conference'), place].find(
    (text) => HTTPS.test(text),
  )
  return {
    details: {
      title: summary ?? '',
      description: description ?? '',
      startsAt,
      endsAt: hasEnd ? end : assumedEnd,
      allDay: times.start.isDate,
      timeZone,
      place: HTTPS.test(place) ? '' : place,
      joinUrl: joinUrl || undefined,
    },
    notes: hasEnd ? [] : [noEnd()],
  }
}

/** Instants. The end of an event without one is its start. */
function timesOf({ component }: ICAL.Event, times: Times, assumed: string) {
  const named = zoneOf(component, 'dtstart', times.start)
  const timeZone = named ?? assumed
  const startsAt = instantOf(times.start, timeZone, named)
  // The end of a date of a rule follows from its start, and is in the same zone.
  const isWritten = component.hasProperty('dtend') && !component.hasProperty('rrule')
  const endZone = isWritten ? zoneOf(component, 'dtend', times.end) : named
  return { startsAt, end: instantOf(times.end, endZone ?? timeZone, endZone), timeZone }
}

/** The IANA name of the zone of a property; undefined if it has none, or one that only the file defines. */
function zoneOf(component: ICAL.Component, property: 'dtstart' | 'dtend', time: ICAL.Time) {
  const tzid = component.getFirstProperty(property)?.getParameter('tzid')
  if (typeof tzid !== 'string') return undefined
  const named = zoneIn(tzid)
  if (!named && time.zone === ICAL.Timezone.localTimezone)
    throw new Unreadable(m.importsZoneUndefined({ zone: shortened(tzid) }))
  return named
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
        details: event.details && {
          ...event.details,
          place: event.details.place.replace(PLACE_OF_MEETUP, '$1, $2'),
        },
      })),
    }
  }
  return { source: 'calendar', events }
}
