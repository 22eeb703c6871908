import { EVENT_LIMITS } from '#shared/event-rules.ts'
import type { EventEdit } from '#shared/events.ts'
import { readWallClock, startOfDay, type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'

import { draftOf, type EventDraft } from './event-draft.ts'
import type { Fixed } from './fixed.ts'

type Read = { edit: EventEdit } | { errors: FieldErrors }
type MomentName = 'startsAt' | 'endsAt' | 'rsvpDeadline'

/** What the server is sent for a new event, or what has to be said first. */
export function readEvent(draft: EventDraft, before?: EventEdit): Read {
  const { startsAt, endsAt, rsvpDeadline, venue, joinUrl, capacity, guestsMax, hosts, ...same } = draft
  const errors: Record<string, string> = {}
  const take = (name: MomentName, read: Moment) => {
    if ('error' in read) errors[name] = read.error
    return 'error' in read ? '' : read.instant
  }
  const moment = (name: MomentName) =>
    take(name, untouched(name, draft, before) ?? readMoment(draft[name], draft.timeZone))

  if (draft.title.trim().length < EVENT_LIMITS.title.min)
    errors['title'] = 'Please use at least 3 characters.'
  if (!isCapacity(capacity)) errors['capacity'] = 'Please give a whole number from 1 to 10,000, or nothing.'
  const edit: EventEdit = {
    ...same,
    startsAt: draft.allDay ? take('startsAt', readDay(startsAt.date, draft)) : moment('startsAt'),
    endsAt: draft.allDay ? take('endsAt', readDay(endsAt.date, draft, 1)) : moment('endsAt'),
    ...((rsvpDeadline.date || rsvpDeadline.time) && { rsvpDeadline: moment('rsvpDeadline') }),
    ...placeOf(draft.format, venue, joinUrl.trim()),
    ...(capacity && { capacity: Number(capacity) }),
    guestsMax: Number(guestsMax),
    hosts: hosts.map(({ id }) => id),
    tags: tagsOf(draft),
  }
  return Object.keys(errors).length > 0 ? { errors } : { edit }
}

/** The same for an event that is there; what is fixed is left as it was, whatever was typed before it was. */
export function readChanges(draft: EventDraft, before: EventEdit, fixed: Fixed): Read {
  if (fixed === 'nothing') return readEvent(draft, before)
  const { startsAt, timeZone, allDay } = draftOf(before, draft.hosts)
  if (fixed === 'start') return readEvent({ ...draft, startsAt, timeZone, allDay }, before)
  const { summary, description, cover } = draft
  return { edit: { ...before, summary, description, cover, tags: tagsOf(draft) } }
}

type Moment = { instant: string } | { error: string }

/** Where the clocks are changed just then, the person has to have said which of two instants is meant. */
export function readMoment(clock: WallClock, timeZone: string): Moment {
  const reading = readWallClock(clock, timeZone)
  if (reading.kind === 'unreadable') return { error: 'Please give a day and a time.' }
  if (reading.instant) return { instant: reading.instant }
  return { error: 'The clocks are changed then. Please choose which time you mean.' }
}

/** @param later days to go on from it: a last day ends where the next begins */
export function readDay(date: string, { timeZone }: Pick<EventDraft, 'timeZone'>, later = 0): Moment {
  if (!date) return { error: 'Please choose a day.' }
  return { instant: startOfDay(Temporal.PlainDate.from(date).add({ days: later }).toString(), timeZone) }
}

/** Fields hold minutes; an instant that nobody touched keeps the seconds that it may have. */
function untouched(name: MomentName, { timeZone, ...draft }: EventDraft, before?: EventEdit) {
  const instant = before?.timeZone === timeZone && before[name]
  if (!instant) return undefined
  const { date, time, choice } = wallClockAt(instant, timeZone)
  const typed = draft[name]
  const isSame = typed.date === date && typed.time === time && typed.choice === choice
  return isSame ? { instant } : undefined
}

function placeOf(format: EventDraft['format'], { name, address }: EventDraft['venue'], joinUrl: string) {
  const filled = Object.entries(address).filter(([, text]) => text.trim())
  const hasVenue = format !== 'online' && (name.trim() !== '' || filled.length > 0)
  return {
    ...(hasVenue && { venue: { name: name.trim(), address: Object.fromEntries(filled) } }),
    ...(format !== 'inPerson' && joinUrl && { joinUrl }),
  }
}

const tagsOf = ({ tags }: EventDraft) => [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))]

const isCapacity = (text: string) =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= EVENT_LIMITS.capacity)
