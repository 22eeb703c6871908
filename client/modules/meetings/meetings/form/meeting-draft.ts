import * as m from '#shared/meetings/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { MEETING_LIMITS, MEETING_SOURCES, type MeetingKind } from '#shared/meetings/rules.ts'
import type { MeetingEdit, MeetingProposal } from '#shared/meetings/schema.ts'
import type { PersonChoice } from '#client/modules/people/picker/source.ts'
import { readMoment, type WallClock, wallClockAt } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'

export type Invitee = Omit<PersonChoice, 'detail'>

/** Times to propose, as local times of one zone. There is always a row; empty ones are ignored. */
export interface SlotsDraft {
  slots: WallClock[]
  timeZone: string
}

/** The values of the form. */
export interface MeetingDraft extends MeetingEdit, SlotsDraft {
  kind: MeetingKind
  participants: Invitee[]
  durationMinutes: string
}

export const EMPTY_SLOT: WallClock = { date: '', time: '' }

const isEmptySlot = ({ date, time }: WallClock) => !date && !time

export const newMeetingDraft = (timeZone: string, participants: Invitee[], purpose = ''): MeetingDraft => ({
  purpose,
  kind: 'introduction',
  participants,
  durationMinutes: '45',
  timeZone,
  slots: [EMPTY_SLOT],
  place: '',
  joinUrl: '',
  agenda: [],
})

/** Removes empty rows, so that the server's errors refer to the same rows. */
export function withoutEmptySlots<D extends SlotsDraft>(draft: D): D {
  const slots = draft.slots.filter((slot) => !isEmptySlot(slot))
  return { ...draft, slots: slots.length > 0 ? slots : [EMPTY_SLOT] }
}

export const normaliseEdit = <E extends MeetingEdit>(edit: E): E => ({
  ...edit,
  purpose: edit.purpose.trim(),
  place: edit.place.trim(),
  joinUrl: edit.joinUrl.trim(),
  agenda: edit.agenda.map((line) => line.trim()).filter(Boolean),
})

/** Errors of the fields that can also be edited later. */
export const editErrors = ({ purpose, joinUrl }: MeetingEdit): FieldErrors => ({
  purpose:
    purpose.trim().length < MEETING_LIMITS.purpose.min
      ? m.purposeRule({ min: MEETING_LIMITS.purpose.min })
      : undefined,
  joinUrl: /^(?:https:\/\/\S+)?$/.test(joinUrl.trim()) ? undefined : m.joinLinkRule(),
})

type ReadSlots = { instants: string[] } | { errors: FieldErrors }

/** @param now milliseconds */
export function readSlots({ slots, timeZone }: SlotsDraft, now: number): ReadSlots {
  const errors: Record<string, string> = {}
  const instants: string[] = []
  for (const [index, slot] of slots.entries()) {
    const read = readMoment(slot, timeZone)
    const error = 'error' in read ? read.error : slotError(read.instant, instants, now)
    if (error) errors[`slots.${index}`] = error
    instants.push('error' in read ? '' : read.instant)
  }
  return Object.keys(errors).length > 0 ? { errors } : { instants }
}

function slotError(instant: string, earlier: readonly string[], now: number) {
  const at = Date.parse(instant)
  if (at <= now) return m.timesRuleFuture()
  if (at > now + MEETING_LIMITS.daysAhead * DAY) return m.timesRuleAhead({ days: MEETING_LIMITS.daysAhead })
  return earlier.includes(instant) ? m.timesRuleTwice() : undefined
}

/** @param now milliseconds */
export function draftErrors(draft: MeetingDraft, now: number): FieldErrors {
  const read = readSlots(draft, now)
  return {
    ...editErrors(draft),
    participants: draft.participants.length === 0 ? m.peopleRule() : undefined,
    ...('errors' in read && read.errors),
  }
}

/** The proposal of a draft without errors. */
export function proposalOf(
  { participants, durationMinutes, slots, timeZone, purpose, kind, place, joinUrl, agenda }: MeetingDraft,
  source: MeetingProposal['source'],
): MeetingProposal {
  return {
    purpose,
    kind,
    participants: participants.map(({ id }) => id),
    durationMinutes: Number(durationMinutes),
    slots: instantsOf({ slots, timeZone }),
    place,
    joinUrl,
    agenda,
    source,
  }
}

/** Rows that cannot be read are left out. */
export const instantsOf = ({ slots, timeZone }: SlotsDraft) =>
  slots.flatMap((slot) => {
    const read = readMoment(slot, timeZone)
    return 'error' in read ? [] : [read.instant]
  })

/** Adds a time, in the first empty row. */
export function withSlot({ slots, timeZone }: SlotsDraft, instant: string) {
  const slot = wallClockAt(instant, timeZone)
  const empty = slots.findIndex(isEmptySlot)
  return empty === -1 ? [...slots, slot] : slots.with(empty, slot)
}

export function withoutSlot({ slots, timeZone }: SlotsDraft, instant: string) {
  const left = slots.filter((slot) => !instantsOf({ slots: [slot], timeZone }).includes(instant))
  return left.length > 0 ? left : [EMPTY_SLOT]
}

export const hasRoom = ({ slots }: Pick<SlotsDraft, 'slots'>) =>
  slots.length < MEETING_LIMITS.slots || slots.some(isEmptySlot)

/** The values that a link to the form fills in. */
export function readPrefill(params: URLSearchParams) {
  const ids = (params.get('with') ?? '').split(',').filter(Boolean)
  const kind = MEETING_SOURCES.find((each) => params.get(each))
  return {
    people: [...new Set(ids)].slice(0, MEETING_LIMITS.participants.max - 1),
    source: kind && { kind, id: params.get(kind) ?? '' },
  }
}
