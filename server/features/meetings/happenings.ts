import type { Happening } from '#server/features/notifications/types.ts'

import type { MeetingDocument } from './document.ts'
import { remaining } from './state.ts'

type Purpose = Pick<Happening, 'subject' | 'data'>

/**
 * What the participants are notified of after a change.
 * @param before undefined for a new meeting
 * @param actor whose change it was; undefined where only time has passed
 */
export function happeningsOf(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  actor?: string,
): Happening[] {
  const about: Purpose = { subject: { kind: 'meeting', id: after.id }, data: { purpose: after.purpose } }
  return [...changesOfState(before, after, about), ...newThanks(before, after, about)].map((happening) => ({
    ...happening,
    ...(actor !== undefined && { actor }),
  }))
}

function changesOfState(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
): Happening[] {
  const { id, state, votingSince, sequence } = after
  if (before?.state === state) return []
  // Those who were in it: a participant who is its last has no one left to tell.
  const recipients = [...new Set([...remaining(before ?? after), ...remaining(after)])]
  const changed = (change: string): Happening => ({
    topic: 'meetingChanged',
    subject,
    recipients,
    occurrence: `${id} ${state} ${sequence}`,
    sequence,
    data: { ...data, change },
  })
  switch (state) {
    case 'proposed':
      return [{ topic: 'meetingProposed', subject, recipients, occurrence: `${id} ${votingSince}`, data }]
    case 'scheduled':
      return [
        { topic: 'meetingScheduled', subject, recipients, occurrence: `${id} ${sequence}`, sequence, data },
      ]
    case 'rescheduled':
      return [changed('moved, and new times are proposed')]
    case 'cancelled':
      return [changed('cancelled')]
    case 'declined':
      return [changed('declined')]
    case 'expired': {
      // Calendars show no difference, so that it has the sequence of the state before.
      const { sequence: _, ...expired } = changed('not agreed in time and will not take place')
      return [{ ...expired, recipients: [after.organiser] }]
    }
    case 'held':
    case 'notHeld':
      return []
  }
}

const newThanks = (
  before: MeetingDocument | undefined,
  { thanks }: MeetingDocument,
  { subject, data }: Purpose,
): Happening[] =>
  thanks
    .filter(({ id }) => !before?.thanks.some((old) => old.id === id))
    .map(({ id, from, to, text }) => ({
      topic: 'thanks',
      subject,
      actor: from,
      recipients: [to],
      occurrence: id,
      data: { ...data, text },
    }))
