import * as m from '#shared/events/messages.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { keysOf, recordOf } from '#shared/lib/records.ts'
import type { ImportedDetails } from '#shared/events/imports.ts'
import type { EventImportSource } from '#shared/events/import-rules.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { CellTable } from '#client/lib/files/read-table.ts'
import { UnreadableFile } from '#client/lib/files/unreadable-file.ts'

import {
  ASSUMED_HOURS,
  createAttendeeList,
  type FileEvent,
  type ImportedFile,
  noEnd,
  oversized,
  type RowProblem,
} from './imported-file.ts'
import { type DayOrder, dayOrderOf, readLocalTime, UnreadableTime } from './local-times.ts'
import { shortened } from './shortened.ts'

/** Headings of each column, without spaces and marks. The first that a file has counts. */
const HEADINGS = {
  email: ['attendeeemail', 'email', 'emailaddress', 'buyeremail'],
  guestId: ['guestid', 'apiid'],
  approval: ['approvalstatus'],
  qrCode: ['qrcodeurl'],
  createdAt: ['createdat'],
  checkedIn: ['checkedinat', 'checkedin', 'checkin', 'attendance', 'attended'],
  rsvp: ['rsvp'],
  userId: ['userid'],
  guests: ['guests'],
  order: ['orderid', 'order', 'ordernumber'],
  quantity: ['quantity', 'ticketquantity'],
  status: ['attendeestatus', 'orderstatus', 'status'],
  eventStatus: ['eventstatus'],
  eventId: ['eventid'],
  title: ['eventname', 'eventtitle', 'title', 'name'],
  description: ['eventdescription', 'description', 'details'],
  startDay: ['eventstartdate', 'eventstart', 'startdate', 'startdatetime', 'start', 'eventdate', 'date'],
  startTime: ['eventstarttime', 'starttime', 'eventtime', 'time'],
  endDay: ['eventenddate', 'eventend', 'enddate', 'enddatetime', 'end'],
  endTime: ['eventendtime', 'endtime'],
  zone: ['eventtimezone', 'timezone'],
  place: ['eventlocation', 'venuename', 'venue', 'location', 'place'],
  address: ['venueaddress', 'address'],
  city: ['venuecity', 'city'],
  seats: [
    'seats',
    'capacity',
    'eventcapacity',
    'totalcapacity',
    'maxattendees',
    'attendeelimit',
    'rsvplimit',
  ],
} as const satisfies Record<string, readonly string[]>
type Column = keyof typeof HEADINGS

const EVENT_OF_LUMA = /\bevt-\w+/
const NOT_COMING =
  /not (?:attending|going)|cancel|refund|delet|transfer|abandon|declin|wait|pending|invited|^no$/i
const CANCELLED = /cancel|delet/i
const ARRIVED = /^checked.?in$/i
const NO = /^(?:no|n|false|0|-|absent|no.?show)?$/i
const ONLINE = /^online(?: event)?$/i

interface Row {
  number: number
  of: (column: Column) => string
}

/**
 * Reads an export of Luma, Meetup or Eventbrite: attendees of one event, orders of several events, or a list of events.
 * @param zone of times without a zone
 * @throws UnreadableFile when the file is none of them
 */
export function readTableFile(
  { rows: [header = [], ...cells], numbers }: CellTable,
  zone: string,
): ImportedFile {
  const headings = header.map((heading) => heading.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const at = recordOf(
    keysOf(HEADINGS),
    (column) => HEADINGS[column].map((name) => headings.indexOf(name)).find((index) => index >= 0) ?? -1,
  )
  const has = (column: Column) => at[column] >= 0
  const rows = cells.map((row, index): Row => ({
    number: numbers[index + 1]!,
    of: (column) => (row[at[column]] ?? '').trim(),
  }))
  const isLuma = has('approval') && has('guestId')
  const isMeetup = has('rsvp') && has('userId')
  const isOrders = has('order') && has('email')
  const isList = has('title') && has('startDay') && !has('email') && !isMeetup
  if (!isLuma && !isMeetup && !isOrders && !isList) throw new UnreadableFile(m.importsColumnsUnknown())
  if (rows.length === 0) throw new UnreadableFile(m.importsRowsMissing())
  const problems: RowProblem[] = []
  const order = dayOrderOf(rows.flatMap(({ of }) => [of('startDay'), of('endDay')]))
  const isNamed = isList || (isOrders && headings[at.title] !== 'name' && has('title') && has('startDay'))
  const detailsOf = (row: Row): { notes: string[]; details?: ImportedDetails } =>
    isNamed ? readDetails(row, { zone, order }) : { notes: [] }
  const source = isLuma ? 'luma' : isMeetup ? 'meetup' : isOrders ? 'eventbrite' : sourceIn(cells)
  let notComing = 0

  const groups = Map.groupBy(rows, (row) => {
    if (isLuma) return EVENT_OF_LUMA.exec(row.of('qrCode'))?.[0] ?? ''
    if (isNamed)
      return row.of('eventId') || [row.of('title'), row.of('startDay'), row.of('startTime')].join('\n')
    return isOrders ? row.of('eventId') : ''
  })
  const events = [...groupsWithEvent(groups, isLuma)].flatMap(([key, members]): FileEvent[] => {
    const first = members[0]!
    const attendees = createAttendeeList(problems)
    let withoutAddress = 0
    try {
      const { notes, details } = detailsOf(first)
      const tooLong = details && oversized(details)
      if (tooLong) throw new UnreadableTime(tooLong)
      if (CANCELLED.test(first.of('eventStatus'))) throw new UnreadableTime(m.importsCancelled())
      if (isList && members.length > 1)
        for (const { number } of members.slice(1))
          problems.push({ row: number, message: m.importsSameEvent({ number: String(first.number) }) })
      for (const row of isList ? [] : members) {
        if (NOT_COMING.test(row.of(isLuma ? 'approval' : isMeetup ? 'rsvp' : 'status'))) notComing += 1
        else if (!has('email')) withoutAddress += 1
        else attendees.add(row.number, row.of('email'), seatsOf(row), timesOf(row))
      }
      const sourceId = isLuma ? key : first.of('eventId')
      return [
        {
          row: first.number,
          sourceId: sourceId || undefined,
          details,
          attendees: attendees.list(),
          withoutAddress,
          notes,
        },
      ]
    } catch (error) {
      if (!(error instanceof UnreadableTime)) throw error
      for (const { number } of members) problems.push({ row: number, message: error.message })
      return []
    }
  })
  return { source, unit: 'row', events, problems: problems.toSorted((a, b) => a.row - b.row), notComing }
}

/** Guests without a QR code belong to the event of the others, if there is only one. */
function groupsWithEvent(groups: Map<string, Row[]>, isLuma: boolean) {
  const loose = groups.get('')
  if (!isLuma || !loose || groups.size !== 2) return groups
  groups.delete('')
  const [[key, members] = ['', []]] = groups
  return new Map([[key, [...members, ...loose].toSorted((a, b) => a.number - b.number)]])
}

function readDetails({ of }: Row, { zone: assumed, order }: { zone: string; order: DayOrder }) {
  const zone = of('zone') || assumed
  const startsAt = readLocalTime({ day: of('startDay'), time: of('startTime'), zone }, order)
  const endDay = of('endDay') || (of('endTime') ? of('startDay') : '')
  const endsAt = endDay
    ? readLocalTime({ day: endDay, time: of('endTime'), zone }, order)
    : new Date(Date.parse(startsAt) + ASSUMED_HOURS * HOUR).toISOString()
  const place = [of('place'), of('address'), of('city')].filter(Boolean)
  const details: ImportedDetails = {
    title: of('title'),
    description: of('description'),
    startsAt,
    endsAt,
    allDay: false,
    timeZone: zone,
    place: place.every((part) => ONLINE.test(part))
      ? (place[0] ?? '')
      : place.filter((part) => !ONLINE.test(part)).join(', '),
    capacity: of('seats') ? readSeats(of('seats')) : undefined,
  }
  return { details, notes: endDay ? [] : [noEnd()] }
}

function readSeats(text: string) {
  const most = EVENT_LIMITS.capacity
  const seats = /^\d+$/.test(text) ? Number(text) : 0
  if (seats < 1 || seats > most) throw new UnreadableTime(m.importsNoSeats({ text: shortened(text), most }))
  return seats
}

/** Seats of an attendee, guests included. */
const seatsOf = ({ of }: Row) =>
  Math.max(1, Math.trunc(Number(of('quantity')) || 1)) + (Math.trunc(Number(of('guests'))) || 0)

function timesOf({ of }: Row) {
  const arrived = of('checkedIn')
  const hasArrived = !NO.test(arrived) || ARRIVED.test(of('status'))
  return {
    ...(of('createdAt') && { answeredAt: of('createdAt').slice(0, 40) }),
    ...(hasArrived && { checkedInAt: arrived.slice(0, 40) }),
  }
}

/** The product to which the addresses in a list of events lead. */
function sourceIn(cells: readonly (readonly string[])[]): EventImportSource {
  const text = cells.slice(0, 20).flat().join(' ')
  if (/meetup\.com/i.test(text)) return 'meetup'
  return /\b(?:lu\.ma|luma\.com)\b/i.test(text) ? 'luma' : 'eventbrite'
}
