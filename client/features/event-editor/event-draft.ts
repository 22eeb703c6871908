import type { EventDetails, EventEdit } from '#shared/events.ts'
import { plainDateTime, type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'

export interface Host {
  id: string
  displayName: string
}

/** The values of the form: times as the clocks in the zone of the event show them, numbers as they are typed. */
export interface EventDraft extends Pick<
  EventEdit,
  'title' | 'summary' | 'description' | 'allDay' | 'timeZone' | 'format' | 'cover' | 'visibility' | 'tags'
> {
  startsAt: WallClock
  /** Of an all-day event, the last day. */
  endsAt: WallClock
  rsvpDeadline: WallClock
  venue: NonNullable<EventEdit['venue']>
  joinUrl: string
  capacity: string
  guestsMax: string
  hosts: Host[]
}

const NO_MOMENT: WallClock = { date: '', time: '' }

/** In a week, in the evening, in the zone of the organiser. */
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

/** @param known hosts whose names are known; others were added by someone else in the meantime */
export function draftOf(edit: EventEdit, known: readonly Host[]): EventDraft {
  const { startsAt, endsAt, rsvpDeadline, capacity, guestsMax, hosts, allDay, timeZone, ...rest } = edit
  const clock = (instant: string) => wallClockAt(instant, timeZone)
  const end = clock(endsAt)
  return {
    ...rest,
    allDay,
    timeZone,
    startsAt: clock(startsAt),
    endsAt: allDay ? { ...end, date: dayBefore(end.date) } : end,
    rsvpDeadline: rsvpDeadline ? clock(rsvpDeadline) : NO_MOMENT,
    venue: wholeVenue(rest.venue),
    joinUrl: rest.joinUrl ?? '',
    capacity: capacity === undefined ? '' : String(capacity),
    guestsMax: String(guestsMax),
    hosts: hosts.map((id) => known.find((host) => host.id === id) ?? { id, displayName: 'Another host' }),
  }
}

/** A merge may leave parts of a venue that one person edited and another removed. */
export const wholeVenue = ({ name = '', address = {} }: Partial<EventDraft['venue']> = {}) => ({
  name,
  address,
})

const dayBefore = (date: string) => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString()

type Times = Pick<EventDraft, 'startsAt' | 'endsAt' | 'allDay'>

const readClock = ({ date, time }: WallClock, { allDay }: Pick<EventDraft, 'allDay'>) =>
  plainDateTime(date, allDay ? '00:00' : time)

/** False while the field is incomplete. */
export const hasStart = (times: Times) => readClock(times.startsAt, times) !== undefined

/** The end if the event starts at `next` and lasts as long as before, by the clocks. */
export function movedEnd(times: Times, next: WallClock): WallClock {
  const { startsAt, endsAt, allDay } = times
  const [before, after, end] = [readClock(startsAt, times), readClock(next, times), readClock(endsAt, times)]
  if (!before || !after || !end || before.equals(after)) return endsAt
  const moved = end.add(before.until(after))
  const time = allDay ? endsAt.time : moved.toPlainTime().toString({ smallestUnit: 'minute' })
  return { date: moved.toPlainDate().toString(), time }
}
