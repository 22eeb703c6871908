import * as m from '#shared/events/messages.ts'
import { EVENT_LIMITS, hasEnded } from '#shared/events/rules.ts'
import {
  missingForPublication,
  pastStartErrors,
  validateDays,
  validateEvent,
} from '#shared/events/validation.ts'
import { canAskGuests, hasOptions } from '#shared/events/question-rules.ts'
import type { EventDetails, EventEdit } from '#shared/events/schema.ts'
import type { Question } from '#shared/events/questions.ts'
import { type Moment, readMoment, startOfDay, wallClockAt } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'

import { draftOf, type EventDraft, teamOf } from './fields/event-draft.ts'

type ReadResult = { edit: EventEdit } | { errors: FieldErrors }
type MomentName = 'startsAt' | 'endsAt' | 'rsvpOpensAt' | 'rsvpDeadline'

export const errorsOf = (read: ReadResult): FieldErrors => ('errors' in read ? read.errors : {})

export function validEdit(read: ReadResult): EventEdit {
  if ('errors' in read) throw new Error('The form was submitted without validation.')
  return read.edit
}

/** Rules that apply only to some events. An instant that could not be read is empty. */
type MoreRules = (edit: EventEdit) => FieldErrors
const noMore: MoreRules = () => ({})

/** @param before the saved event, if there is one */
export function readEvent(draft: EventDraft, before?: EventEdit, more = noMore): ReadResult {
  const { startsAt, endsAt, rsvpOpensAt, rsvpDeadline, venue, joinUrl, ...others } = draft
  const { capacity, guestsMax, openToGuests, hosts, editors, helpers, questions, ...about } = others
  const { joinMode, chapterId, cohosts, ...rest } = about
  const unreadable: Record<string, string> = {}
  const collect = (name: MomentName, read: Moment) => {
    if ('error' in read) unreadable[name] = read.error
    return 'error' in read ? '' : read.instant
  }
  const moment = (name: MomentName) =>
    collect(name, unchanged(name, draft, before) ?? readMoment(draft[name], draft.timeZone))

  if (!isCapacity(capacity)) unreadable['capacity'] = m.editorSeatsRule({ most: EVENT_LIMITS.capacity })
  const edit: EventEdit = {
    ...rest,
    startsAt: draft.allDay ? collect('startsAt', readDay(startsAt.date, draft)) : moment('startsAt'),
    endsAt: draft.allDay ? collect('endsAt', readDay(endsAt.date, draft, 1)) : moment('endsAt'),
    joinMode: joinMode === 'open' ? undefined : joinMode,
    chapterId: chapterId || undefined,
    cohosts: cohosts.length > 0 ? [...cohosts] : undefined,
    rsvpOpensAt: rsvpOpensAt.date || rsvpOpensAt.time ? moment('rsvpOpensAt') : undefined,
    rsvpDeadline: rsvpDeadline.date || rsvpDeadline.time ? moment('rsvpDeadline') : undefined,
    ...placeOf(draft.format, venue, joinUrl.trim()),
    capacity: capacity && isCapacity(capacity) ? Number(capacity) : undefined,
    guestsMax: Number(guestsMax),
    openToGuests: openToGuests || undefined,
    hosts: hosts.map(({ id }) => id),
    editors: editors.length > 0 ? editors : undefined,
    helpers: helpers.length > 0 ? helpers.map(({ id }) => id) : undefined,
    tags: tagsOf(draft),
    questions: questions.length > 0 ? questions.map((each) => readQuestion(each, guestsMax)) : undefined,
  }
  return valid(edit, { ...more(edit), ...validateDays(edit), ...validateEvent(edit), ...unreadable })
}

const valid = (edit: EventEdit, errors: FieldErrors): ReadResult =>
  Object.values(errors).some(Boolean) ? { errors } : { edit }

/**
 * Fields whose changes the server no longer accepts. `start`: the start, its zone and whether it is all day. `most`:
 * all except summary, description, cover and tags.
 */
export type LockedFields = 'none' | 'start' | 'most' | 'all'

/** Used by the form. The server decides. */
export function lockedFields(event: EventDetails, now: number): LockedFields {
  const { status, startsAt } = event
  if (status === 'draft') return 'none'
  if (status === 'cancelled') return 'all'
  if (hasEnded(event, now)) return 'most'
  return now >= Date.parse(startsAt) ? 'start' : 'none'
}

/** Rules for a published event. The server decides. */
export const publishedRules =
  ({ status }: Pick<EventDetails, 'status'>, before: EventEdit, now: number): MoreRules =>
  (edit) =>
    status === 'published'
      ? { ...missingForPublication(edit, now), ...pastStartErrors(before, edit, now) }
      : {}

/** Locked fields keep their saved values, even if they were changed before they were locked. */
export function readChanges(
  draft: EventDraft,
  before: EventEdit,
  locked: LockedFields,
  more = noMore,
): ReadResult {
  if (locked === 'none') return readEvent(draft, before, more)
  const { startsAt, timeZone, allDay } = draftOf(before, teamOf(draft))
  if (locked === 'start') return readEvent({ ...draft, startsAt, timeZone, allDay }, before, more)
  const { summary, description, cover } = draft
  return { edit: { ...before, summary, description, cover, tags: tagsOf(draft) } }
}

/** @param later days to add: the last day ends where the next one begins */
export function readDay(date: string, { timeZone }: Pick<EventDraft, 'timeZone'>, later = 0): Moment {
  if (!date) return { error: m.editorDateRule() }
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
    venue: hasVenue ? { name: name.trim(), address: Object.fromEntries(filled) } : undefined,
    joinUrl: format === 'inPerson' ? undefined : joinUrl || undefined,
  }
}

const tagsOf = ({ tags }: EventDraft) => [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))]

function readQuestion(
  { id, kind, label, required, options = [], ...more }: Question,
  guestsMax: string,
): Question {
  return {
    id,
    kind,
    label: label.trim(),
    required,
    options: hasOptions({ kind }) ? options.map((option) => option.trim()).filter(Boolean) : undefined,
    perGuest: more.perGuest && guestsMax !== '0' && canAskGuests({ kind }) ? true : undefined,
    atCheckIn: more.atCheckIn ? true : undefined,
  }
}

const isCapacity = (text: string) =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= EVENT_LIMITS.capacity)
