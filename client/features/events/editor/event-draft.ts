import { EVENT_LIMITS, type EventFormat } from '#shared/event-rules.ts'
import type { EventDetails, EventEdit } from '#shared/events.ts'
import { readWallClock, startOfDay, type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'

/** The event as the form holds it: times as clocks in its zone show them, numbers as they are typed. */
export interface EventDraft extends Pick<
  EventEdit,
  'title' | 'summary' | 'description' | 'allDay' | 'timeZone' | 'cover' | 'visibility' | 'tags'
> {
  startsAt: WallClock
  /** The last day, where it lasts whole days. */
  endsAt: WallClock
  rsvpDeadline: WallClock
  format: EventFormat
  venueName: string
  address: NonNullable<EventEdit['venue']>['address']
  joinUrl: string
  capacity: string
  guestsMax: string
  hosts: { id: string; displayName: string }[]
}

const NO_MOMENT: WallClock = { date: '', time: '' }
const DAY_LATER = { days: 1 }

/** A new event: in a week, in the evening, where the organiser is. */
export function newDraft(timeZone: string, host: EventDraft['hosts'][number]): EventDraft {
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
    venueName: '',
    address: {},
    joinUrl: '',
    cover: '',
    visibility: 'members',
    capacity: '',
    guestsMax: '0',
    hosts: [host],
    tags: [],
  }
}

export function draftOf(event: EventDetails): EventDraft {
  const { title, summary, description, allDay, timeZone, format, visibility, tags } = event
  const clock = (instant: string) => wallClockAt(instant, timeZone)
  const end = clock(event.endsAt)
  return {
    title,
    summary,
    description,
    allDay,
    timeZone,
    format,
    visibility,
    tags,
    startsAt: clock(event.startsAt),
    endsAt: allDay ? { ...end, date: dayBefore(end.date) } : end,
    rsvpDeadline: event.rsvpDeadline ? clock(event.rsvpDeadline) : NO_MOMENT,
    venueName: event.venue?.name ?? '',
    address: event.venue?.address ?? {},
    joinUrl: event.joinUrl ?? '',
    cover: event.cover ?? '',
    capacity: event.capacity === undefined ? '' : String(event.capacity),
    guestsMax: String(event.guestsMax),
    hosts: event.hosts.map(({ id, displayName }) => ({ id, displayName })),
  }
}

/** What the server is sent, or what has to be said first. */
export function readEvent(draft: EventDraft): { edit: EventEdit } | { errors: FieldErrors } {
  const { venueName, joinUrl, capacity, guestsMax, hosts, startsAt, endsAt, rsvpDeadline, address, ...same } =
    draft
  const errors: Record<string, string> = {}
  const moment = (name: 'startsAt' | 'endsAt' | 'rsvpDeadline', clock: WallClock) => {
    const read = readMoment(clock, draft.timeZone)
    if ('error' in read) errors[name] = read.error
    return 'error' in read ? '' : read.instant
  }
  const day = (name: 'startsAt' | 'endsAt', { date }: WallClock) => {
    if (date) return startOfDay(name === 'endsAt' ? dayAfter(date) : date, draft.timeZone)
    errors[name] = 'Please choose a day.'
    return ''
  }
  const whole = (name: 'startsAt' | 'endsAt', clock: WallClock) =>
    draft.allDay ? day(name, clock) : moment(name, clock)

  if (draft.title.trim().length < EVENT_LIMITS.title.min)
    errors['title'] = 'Please use at least 3 characters.'
  if (capacity && !/^\d+$/.test(capacity))
    errors['capacity'] = 'Please give a whole number, or leave it empty.'
  const hasDeadline = rsvpDeadline.date !== '' || rsvpDeadline.time !== ''
  const edit: EventEdit = {
    ...same,
    startsAt: whole('startsAt', startsAt),
    endsAt: whole('endsAt', endsAt),
    ...(hasDeadline && { rsvpDeadline: moment('rsvpDeadline', rsvpDeadline) }),
    ...(draft.format !== 'online' && { venue: { name: venueName.trim(), address: filled(address) } }),
    ...(draft.format !== 'inPerson' && joinUrl.trim() && { joinUrl: joinUrl.trim() }),
    ...(capacity && { capacity: Number(capacity) }),
    guestsMax: Number(guestsMax),
    hosts: hosts.map(({ id }) => id),
    tags: [...new Set(draft.tags.map((tag) => tag.trim()).filter(Boolean))],
  }
  return Object.keys(errors).length > 0 ? { errors } : { edit }
}

/** Where the clocks are changed just then, the person has to have said which of two instants is meant. */
export function readMoment(clock: WallClock, timeZone: string): { instant: string } | { error: string } {
  const reading = readWallClock(clock, timeZone)
  if (reading.kind === 'unreadable') return { error: 'Please give a day and a time.' }
  if (reading.instant) return { instant: reading.instant }
  return { error: 'The clocks are changed then. Please choose which time you mean.' }
}

const filled = (address: EventDraft['address']) =>
  Object.fromEntries(Object.entries(address).filter(([, text]) => text.trim()))

const dayAfter = (date: string) => Temporal.PlainDate.from(date).add(DAY_LATER).toString()
const dayBefore = (date: string) => Temporal.PlainDate.from(date).subtract(DAY_LATER).toString()
