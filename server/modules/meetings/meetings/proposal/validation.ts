import * as m from '#shared/meetings/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { MeetingEdit, MeetingProposal } from '#shared/meetings/schema.ts'
import { inPlainLetters, linkError } from '#shared/lib/plain-link.ts'
import { normalInstant } from '#server/lib/clock.ts'
import { assertValid } from '#server/lib/failure.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'

/** The broken rule of each field, by dotted path. */
type FieldErrors = Record<string, string | undefined>

/** Normalised for storing: plain texts, instants in UTC and in order of time. @throws Failure 400 */
export function checkedProposal(sent: MeetingProposal, now: number): MeetingProposal {
  const slots = inUtc(sent.slots)
  assertValid({ ...slotErrors(slots, now), ...editErrors(sent) })
  return { ...sent, ...normalised(sent), slots }
}

/** @throws Failure 400 */
export function checkedEdit(sent: MeetingEdit): MeetingEdit {
  assertValid(editErrors(sent))
  return normalised(sent)
}

/** @throws Failure 400 */
export function checkedSlots(sent: readonly string[], now: number): string[] {
  const slots = inUtc(sent)
  assertValid(slotErrors(slots, now))
  return slots
}

/** A required text. @throws Failure 400 naming `field` */
export function checkedText(field: string, text: string): string {
  const plain = paragraphs(text)
  if (visibleLength(plain) === 0) assertValid({ [field]: m.refusedEmpty() })
  return plain
}

const inUtc = (slots: readonly string[]) => [...new Set(slots.map(normalInstant))].toSorted()

const normalised = ({ purpose, place, joinUrl, agenda }: MeetingEdit): MeetingEdit => ({
  purpose: oneLine(purpose),
  place: oneLine(place),
  joinUrl: inPlainLetters(oneLine(joinUrl)),
  agenda: agenda.map(oneLine).filter((line) => visibleLength(line) > 0),
})

function editErrors(sent: MeetingEdit): FieldErrors {
  const { purpose, joinUrl } = normalised(sent)
  const { min } = MEETING_LIMITS.purpose
  return {
    purpose: visibleLength(purpose) < min ? m.purposeRule({ min }) : undefined,
    joinUrl: joinUrl ? linkError(joinUrl, MEETING_LIMITS.joinUrl) : undefined,
  }
}

function slotErrors(slots: readonly string[], now: number): FieldErrors {
  const { daysAhead } = MEETING_LIMITS
  if (slots.some((slot) => Date.parse(slot) <= now)) return { slots: m.refusedTimesPast() }
  if (slots.some((slot) => Date.parse(slot) > now + daysAhead * DAY))
    return { slots: m.refusedTimesLate({ days: daysAhead }) }
  return {}
}
