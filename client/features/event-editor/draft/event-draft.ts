import type { EventDetails, EventEdit } from '#shared/events.ts'
import { type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'

export interface Host {
  id: string
  displayName: string
}

/** The event as the form holds it: times as clocks in its zone show them, numbers as they are typed. */
export interface EventDraft extends Pick<
  EventEdit,
  'title' | 'summary' | 'description' | 'allDay' | 'timeZone' | 'format' | 'cover' | 'visibility' | 'tags'
> {
  startsAt: WallClock
  /** The last day, where it lasts whole days. */
  endsAt: WallClock
  rsvpDeadline: WallClock
  venue: NonNullable<EventEdit['venue']>
  joinUrl: string
  capacity: string
  guestsMax: string
  hosts: Host[]
}

export const NO_MOMENT: WallClock = { date: '', time: '' }

/** A new event: in a week, in the evening, where the organiser is. */
export function newDraft(timeZone: string, host: Host): EventDraft {
  const date = Temporal.Now.plainDateISO(timeZone).add({ days: 7 }).toString()
  return {
    title: '',
    summary: '',
    description: '',
    allDay: false,
    startsAt: { date, time: '18:00' },
    endsAt: { date, time: '20:00' },
    rsvpDeadline: NO_MOMENT,
    timeZone,
    format: 'inPerson',
    venue: wholeVenue(),
    joinUrl: '',
    cover: '',
    visibility: 'members',
    capacity: '',
    guestsMax: '0',
    hosts: [host],
    tags: [],
  }
}

/** An edit that changes nothing. */
export function editOf(event: EventDetails): EventEdit {
  const { title, summary, description, startsAt, endsAt, allDay, timeZone, format, visibility, tags } = event
  const { venue, joinUrl, cover = '', capacity, guestsMax, rsvpDeadline, hosts } = event
  return {
    title,
    summary,
    description,
    startsAt,
    endsAt,
    allDay,
    timeZone,
    format,
    cover,
    visibility,
    guestsMax,
    tags,
    hosts: hosts.map(({ id }) => id),
    ...(venue && { venue }),
    ...(joinUrl && { joinUrl }),
    ...(capacity !== undefined && { capacity }),
    ...(rsvpDeadline && { rsvpDeadline }),
  }
}

/** @param known hosts by name; the others are somebody's choice elsewhere */
export function draftOf(edit: EventEdit, known: readonly Host[]): EventDraft {
  const { startsAt, endsAt, rsvpDeadline, capacity, guestsMax, hosts, allDay, timeZone, ...same } = edit
  const clock = (instant: string) => wallClockAt(instant, timeZone)
  const end = clock(endsAt)
  return {
    ...same,
    allDay,
    timeZone,
    startsAt: clock(startsAt),
    endsAt: allDay ? { ...end, date: dayBefore(end.date) } : end,
    rsvpDeadline: rsvpDeadline ? clock(rsvpDeadline) : NO_MOMENT,
    venue: wholeVenue(same.venue),
    joinUrl: same.joinUrl ?? '',
    capacity: capacity === undefined ? '' : String(capacity),
    guestsMax: String(guestsMax),
    hosts: hosts.map((id) => known.find((host) => host.id === id) ?? { id, displayName: 'Another host' }),
  }
}

/** Of a place that one person changed while another took it away, a merge may leave parts. */
export const wholeVenue = ({ name = '', address = {} }: Partial<EventDraft['venue']> = {}) => ({
  name,
  address,
})

const dayBefore = (date: string) => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()
