import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { givenParams } from '#shared/lib/query.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { addressLine } from '#client/modules/people/members/countries.ts'
import type { MenuItem } from '#client/ui/overlays/Menu.tsx'

type CalendarEvent = Pick<
  EventDetails,
  'id' | 'title' | 'summary' | 'startsAt' | 'endsAt' | 'allDay' | 'timeZone' | 'format' | 'venue'
>

/**
 * Links that add the event to a calendar on the web, and the file for every other one. The join link stays out of
 * the addresses of other sites.
 * @param page the event's address
 * @param file the download, for people who are no members
 */
export const calendarItems = (
  event: CalendarEvent,
  page: string,
  file: MenuItem = { label: m.calendarOthers(), href: calendarFile(event) },
): MenuItem[] => [
  { label: m.calendarGoogle(), href: googleLink(event, page) },
  { label: m.calendarOutlook(), href: outlookLink('https://outlook.live.com', event, page) },
  { label: m.calendarOutlookWork(), href: outlookLink('https://outlook.office.com', event, page) },
  file,
]

export const calendarFile = ({ id }: Pick<CalendarEvent, 'id'>) =>
  `/api/events/${encodeURIComponent(id)}/calendar.ics`

/** https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs/blob/main/services/google.md */
function googleLink(event: CalendarEvent, page: string) {
  const { title, startsAt, endsAt, allDay, timeZone } = event
  // An all-day event ends at the first moment of the day after it, as these sites expect.
  const compact = (instant: string) =>
    allDay
      ? dayAt(instant, timeZone).replaceAll('-', '')
      : new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')
  return addressOf('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    ctz: timeZone,
    details: detailsOf(event, page),
    location: placeOf(event),
  })
}

/** https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs/blob/main/services/outlook-web.md */
function outlookLink(origin: string, event: CalendarEvent, page: string) {
  const { title, startsAt, endsAt, allDay, timeZone } = event
  const moment = (instant: string) => (allDay ? dayAt(instant, timeZone) : new Date(instant).toISOString())
  return addressOf(`${origin}/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: moment(startsAt),
    enddt: moment(endsAt),
    allday: String(allDay),
    body: detailsOf(event, page),
    location: placeOf(event),
  })
}

const addressOf = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(givenParams(query)).toString()}`

const detailsOf = ({ summary }: CalendarEvent, page: string) => [summary, page].filter(Boolean).join('\n\n')

const placeOf = ({ venue, format }: CalendarEvent) =>
  [venue?.name, venue && addressLine(venue.address)].filter(Boolean).join(', ') || m.eventFormat({ format })
