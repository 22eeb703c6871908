import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/events/messages.ts'
import { timeZoneRule } from '#shared/people/messages.ts'
import {
  type EventErrors,
  missingForPublication,
  pastStartErrors,
  validateDays,
  validateEvent,
} from '#shared/events/validation.ts'
import type { EventEdit } from '#shared/events/schema.ts'
import { isTimeZone } from '#server/lib/time/time-zones.ts'
import { editOf, type EventDocument } from './collection.ts'
import { hasEnded } from './rules.ts'

/** The rules for every event that a schema cannot express. */
export function validate(edit: EventEdit): EventErrors {
  if (isTimeZone(edit.timeZone)) return { ...validateDays(edit), ...validateEvent(edit) }
  return { ...validateEvent(edit), timeZone: timeZoneRule() }
}

/** The rules for a stored event that is edited. */
export function editErrors(before: EventDocument, after: EventDocument, now: number): EventErrors {
  const isPublished = before.status !== 'draft'
  return {
    ...(isPublished && now < Date.parse(before.endsAt) && missingForPublication(after, now)),
    ...validate(editOf(after)),
    ...(isPublished && lateErrors(before, after, now)),
  }
}

/** Editable even after the end, so that organisers can describe the event in retrospect. */
const ALWAYS_EDITABLE: readonly string[] = [
  'summary',
  'description',
  'tags',
  'cover',
] satisfies (keyof EventEdit)[]
const FIXED_FROM_START: readonly string[] = ['startsAt', 'timeZone', 'allDay'] satisfies (keyof EventEdit)[]

/** Errors for changes that a published event no longer allows once it has started or ended. */
function lateErrors(before: EventDocument, after: EventDocument, now: number): EventErrors {
  const isOver = hasEnded.of(before, now)
  const hasStarted = now >= Date.parse(before.startsAt)
  const isFixed = (field: string) =>
    isOver ? !ALWAYS_EDITABLE.includes(field) : FIXED_FROM_START.includes(field)
  const message = m.editorLocked({ state: isOver ? 'ended' : 'started' })
  const changed = changedFields(before, after)
  if (hasStarted) return Object.fromEntries(changed.filter(isFixed).map((field) => [field, message]))
  return pastStartErrors(before, after, now)
}

const changedFields = (before: EventDocument, after: EventDocument) =>
  ([...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof EventDocument)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
