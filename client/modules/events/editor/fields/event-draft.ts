import * as m from '#shared/events/messages.ts'
import type { JoinMode } from '#shared/events/rules.ts'
import type { EventDetails, EventEdit } from '#shared/events/schema.ts'
import type { Question } from '#shared/events/questions.ts'
import type { PersonChoice } from '#client/modules/people/picker/source.ts'
import { plainDateTime, type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'

export type Host = Omit<PersonChoice, 'detail'>

/** The values of the form: times as local times in the zone of the event, numbers as typed. */
export interface EventDraft extends Pick<
  EventEdit,
  'title' | 'summary' | 'description' | 'allDay' | 'timeZone' | 'format' | 'cover' | 'visibility' | 'tags'
> {
  startsAt: WallClock
  /** Last day of an all-day event. */
  endsAt: WallClock
  rsvpOpensAt: WallClock
  rsvpDeadline: WallClock
  joinMode: JoinMode
  /** Empty for an event of the organisation. */
  chapterId: string
  cohosts: readonly string[]
  venue: NonNullable<EventEdit['venue']>
  joinUrl: string
  capacity: string
  guestsMax: string
  openToGuests: boolean
  hosts: Host[]
  /** Ids of hosts who can edit the event though they are no organisers of the community. */
  editors: string[]
  helpers: Host[]
  questions: Question[]
}

const NO_MOMENT: WallClock = { date: '', time: '' }

/** Defaults to an evening in a week, in the zone of the organiser. */
export function newDraft(timeZone: string, host: Host): EventDraft {
  const date = Temporal.Now.plainDateISO(timeZone).add({ days: 7 }).toString()
  return {
    title: '',
    summary: '',
    description: '',
    allDay: false,
    startsAt: { date, time: '18:00' },
    endsAt: { date, time: '20:00' },
    rsvpOpensAt: NO_MOMENT,
    rsvpDeadline: NO_MOMENT,
    joinMode: 'open',
    timeZone,
    format: 'inPerson',
    venue: wholeVenue(),
    joinUrl: '',
    cover: '',
    visibility: 'members',
    chapterId: '',
    cohosts: [],
    capacity: '',
    guestsMax: '0',
    openToGuests: false,
    hosts: [host],
    editors: [],
    helpers: [],
    tags: [],
    questions: [],
  }
}

/** An edit that changes nothing. */
export function editOf(event: EventDetails): EventEdit {
  const { title, summary, description, startsAt, endsAt, allDay, timeZone, format, visibility, tags } = event
  const { venue, joinUrl, cover = '', capacity, guestsMax, hosts, editors, helpers, questions } = event
  const { joinMode, openToGuests, rsvpOpensAt, rsvpDeadline, chapterId, cohosts } = event
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
    chapterId,
    cohosts,
    guestsMax,
    openToGuests,
    tags,
    hosts: hosts.map(({ id }) => id),
    editors,
    helpers: helpers?.map(({ id }) => id),
    venue,
    joinUrl: joinUrl || undefined,
    capacity,
    joinMode: joinMode === 'open' ? undefined : joinMode,
    rsvpOpensAt,
    rsvpDeadline,
    questions,
  }
}

/** @param known hosts and helpers whose names are known; others were added by someone else in the meantime */
export function draftOf(edit: EventEdit, known: readonly Host[]): EventDraft {
  const { startsAt, endsAt, rsvpOpensAt, rsvpDeadline, capacity, guestsMax, ...others } = edit
  const { hosts, editors = [], helpers = [], allDay, timeZone, joinMode = 'open', ...rest } = others
  const named = (id: string) =>
    known.find((host) => host.id === id) ?? { id, displayName: m.editorAnotherMember() }
  const clock = (instant: string) => wallClockAt(instant, timeZone)
  const end = clock(endsAt)
  return {
    ...rest,
    allDay,
    timeZone,
    startsAt: clock(startsAt),
    endsAt: allDay ? { ...end, date: dayBefore(end.date) } : end,
    joinMode,
    rsvpOpensAt: rsvpOpensAt ? clock(rsvpOpensAt) : NO_MOMENT,
    rsvpDeadline: rsvpDeadline ? clock(rsvpDeadline) : NO_MOMENT,
    venue: wholeVenue(rest.venue),
    joinUrl: rest.joinUrl ?? '',
    chapterId: rest.chapterId ?? '',
    cohosts: rest.cohosts ?? [],
    capacity: capacity === undefined ? '' : String(capacity),
    guestsMax: String(guestsMax),
    openToGuests: rest.openToGuests ?? false,
    questions: rest.questions ?? [],
    hosts: hosts.map(named),
    editors,
    helpers: helpers.map(named),
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

/** The end if the event starts at `next` and lasts as long as before, in local time. */
export function movedEnd(times: Times, next: WallClock): WallClock {
  const { startsAt, endsAt, allDay } = times
  const [before, after, end] = [readClock(startsAt, times), readClock(next, times), readClock(endsAt, times)]
  if (!before || !after || !end || before.equals(after)) return endsAt
  const moved = end.add(before.until(after))
  const time = allDay ? endsAt.time : moved.toPlainTime().toString({ smallestUnit: 'minute' })
  return { date: moved.toPlainDate().toString(), time }
}

/** Everyone whose name the event shows to people who can edit it. */
export const teamOf = ({ hosts, helpers = [] }: { hosts: readonly Host[]; helpers?: readonly Host[] }) => [
  ...hosts,
  ...helpers,
]
