import { EVENT_LIMITS } from '#shared/event-rules.ts'
import {
  missingForPublication,
  pastStartErrors,
  validateDays,
  validateEvent,
} from '#shared/event-validation.ts'
import type { EventDetails, EventEdit } from '#shared/events.ts'
import { type Moment, readMoment, startOfDay, wallClockAt } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'

import { draftOf, type EventDraft } from './event-draft.ts'

export type ReadResult = { edit: EventEdit } | { errors: FieldErrors }
type MomentName = 'startsAt' | 'endsAt' | 'rsvpDeadline'

export const errorsOf = (read: ReadResult): FieldErrors => ('errors' in read ? read.errors : {})

export function validEdit(read: ReadResult): EventEdit {
  if ('errors' in read) throw new Error('The form was submitted without validation.')
  return read.edit
}

/** Rules that not every event has to keep. An instant that could not be read is empty. */
type MoreRules = (edit: EventEdit) => FieldErrors
const noMore: MoreRules = () => ({})

/** @param before the saved event, if there is one */
export function readEvent(draft: EventDraft, before?: EventEdit, more = noMore): ReadResult {
  const { startsAt, endsAt, rsvpDeadline, venue, joinUrl, capacity, guestsMax, hosts, ...rest } = draft
  const unreadable: Record<string, string> = {}
  const collect = (name: MomentName, read: Moment) => {
    if ('error' in read) unreadable[name] = read.error
    return 'error' in read ? '' : read.instant
  }
  const moment = (name: MomentName) =>
    collect(name, unchanged(name, draft, before) ?? readMoment(draft[name], draft.timeZone))

  if (!isCapacity(capacity))
    unreadable['capacity'] = 'Enter a whole number from 1 to 10,000, or leave empty for no limit.'
  const edit: EventEdit = {
    ...rest,
    startsAt: draft.allDay ? collect('startsAt', readDay(startsAt.date, draft)) : moment('startsAt'),
    endsAt: draft.allDay ? collect('endsAt', readDay(endsAt.date, draft, 1)) : moment('endsAt'),
    ...((rsvpDeadline.date || rsvpDeadline.time) && { rsvpDeadline: moment('rsvpDeadline') }),
    ...placeOf(draft.format, venue, joinUrl.trim()),
    ...(capacity && isCapacity(capacity) && { capacity: Number(capacity) }),
    guestsMax: Number(guestsMax),
    hosts: hosts.map(({ id }) => id),
    tags: tagsOf(draft),
  }
  return valid(edit, { ...more(edit), ...validateDays(edit), ...validateEvent(edit), ...unreadable })
}

const valid = (edit: EventEdit, errors: FieldErrors): ReadResult =>
  Object.keys(errors).length > 0 ? { errors } : { edit }

/**
 * What the server no longer accepts changes to. `start`: the start, its zone and whether it is all day. `most`: all but
 * summary, description, cover and tags.
 */
export type LockedFields = 'none' | 'start' | 'most' | 'all'

/** For the form. The server decides. */
export function lockedFields({ status, startsAt, endsAt }: EventDetails, now: number): LockedFields {
  if (status === 'draft') return 'none'
  if (status === 'cancelled') return 'all'
  if (status === 'completed' || now >= Date.parse(endsAt)) return 'most'
  return now >= Date.parse(startsAt) ? 'start' : 'none'
}

/** What a published event must keep to. The server decides. */
export const publishedRules =
  ({ status }: Pick<EventDetails, 'status'>, before: EventEdit, now: number): MoreRules =>
  (edit) =>
    status === 'published'
      ? { ...missingForPublication(edit, now), ...pastStartErrors(before, edit, now) }
      : {}

/** Locked fields keep their saved values, whatever was typed before they were locked. */
export function readChanges(
  draft: EventDraft,
  before: EventEdit,
  locked: LockedFields,
  more = noMore,
): ReadResult {
  if (locked === 'none') return readEvent(draft, before, more)
  const { startsAt, timeZone, allDay } = draftOf(before, draft.hosts)
  if (locked === 'start') return readEvent({ ...draft, startsAt, timeZone, allDay }, before, more)
  const { summary, description, cover } = draft
  return { edit: { ...before, summary, description, cover, tags: tagsOf(draft) } }
}

/** @param later days to add: the last day ends where the next one begins */
export function readDay(date: string, { timeZone }: Pick<EventDraft, 'timeZone'>, later = 0): Moment {
  if (!date) return { error: 'Enter a date.' }
  return { instant: startOfDay(Temporal.PlainDate.from(date).add({ days: later }).toString(), timeZone) }
}

/** The fields show minutes. An instant that was not edited keeps its seconds. */
function unchanged(name: MomentName, { timeZone, ...draft }: EventDraft, before?: EventEdit) {
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
