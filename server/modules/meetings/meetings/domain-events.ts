import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'

import type { MeetingDocument } from './document/document.ts'
import { type Command, isArranged, isOpen, remaining } from './document/state.ts'
import { awaitsChoice } from './viewing.ts'

type MeetingDomainEvent = DomainEvent & { recipients: readonly string[] }
type Purpose = Pick<DomainEvent, 'subject' | 'data'>

/**
 * Domain events for the participants after a change.
 * @param before undefined for a new meeting
 * @param actor author of the change; undefined for a time-based one
 */
export function domainEventsOf(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  actor?: string,
): MeetingDomainEvent[] {
  const about: Purpose = { subject: { kind: 'meeting', id: after.id }, data: { purpose: after.purpose } }
  return [
    ...changesOfState(before, after, about),
    ...changesOfPlace(before, after, about),
    ...departuresFrom(before, after, about, actor),
    ...(actor === undefined ? endedPromises(before, after, about) : []),
    ...newThanks(before, after, about),
  ].map((domainEvent) => ({ ...domainEvent, actor }))
}

/** Notifies the organiser, once in each round of votes, when all have voted and no time suits everyone. */
export function choiceDue(
  before: MeetingDocument,
  after: MeetingDocument,
  command: Command,
): MeetingDomainEvent[] {
  if (awaitsChoice(before, command) || !awaitsChoice(after, command)) return []
  const { id, organiser, purpose, votingSince } = after
  return [
    {
      topic: 'meetingProposed',
      subject: { kind: 'meeting', id },
      actor: command.actor,
      recipients: [organiser],
      dedupeKey: `${id} ${votingSince} choice`,
      data: { purpose, news: 'choice' },
    },
  ]
}

function changesOfState(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
): MeetingDomainEvent[] {
  const { id, state, votingSince, sequence } = after
  if (before?.state === state) return []
  // Includes earlier participants: if the last one leaves, there is no one else to notify.
  const recipients = [...new Set([...remaining(before ?? after), ...remaining(after)])]
  const changed = (change: string): MeetingDomainEvent => ({
    topic: 'meetingChanged',
    subject,
    recipients,
    dedupeKey: `${id} ${state} ${sequence}`,
    sequence,
    data: { ...data, change },
  })
  switch (state) {
    case 'proposed':
      return [{ topic: 'meetingProposed', subject, recipients, dedupeKey: `${id} ${votingSince}`, data }]
    case 'scheduled':
      return [
        { topic: 'meetingScheduled', subject, recipients, dedupeKey: `${id} ${sequence}`, sequence, data },
      ]
    case 'rescheduled':
      return [changed(before?.state === 'expired' ? 'reopened' : 'rescheduled')]
    case 'cancelled':
      return [changed('cancelled')]
    case 'declined':
      return [changed('declined')]
    case 'expired': {
      // Calendars show no difference, so it has the sequence of the previous state.
      const { sequence: _, ...expired } = changed(isArranged(after) ? 'canReopen' : 'expired')
      return [isArranged(after) ? expired : { ...expired, recipients: [after.organiser] }]
    }
    case 'held':
    case 'notHeld':
      return []
  }
}

/** Participants are notified of a new place only once the meeting has a time. */
function changesOfPlace(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
): MeetingDomainEvent[] {
  const { id, state, place, joinUrl, sequence } = after
  if (before?.state !== 'scheduled' || state !== 'scheduled') return []
  if (before.place === place && before.joinUrl === joinUrl) return []
  const linkNews = joinUrl ? 'joinUrl' : 'noJoinUrl'
  const news = before.place === place ? linkNews : joinUrl && !place ? 'online' : 'place'
  return [
    {
      topic: 'meetingChanged',
      subject,
      recipients: remaining(after),
      dedupeKey: `${id} ${news} ${sequence}`,
      sequence,
      data: { ...data, news, place },
    },
  ]
}

/** Notifies the organiser of a meeting that continues without a member. */
const departuresFrom = (
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
  actor: string | undefined,
): MeetingDomainEvent[] =>
  before === undefined || !(isOpen(after) || after.state === 'scheduled')
    ? []
    : after.departures.slice(before.departures.length).map(({ member, at }) => ({
        topic: 'meetingChanged',
        subject,
        recipients: [after.organiser],
        dedupeKey: `${after.id} without ${member} ${at}`,
        data: { ...data, news: departureOf(before, actor) },
      }))

/** Only a deleted account leaves without a command. */
function departureOf(before: MeetingDocument, actor: string | undefined) {
  if (actor === undefined) return 'accountDeleted'
  return isOpen(before) ? 'declined' : 'left'
}

/** Notifies members with an open promise from or to a deleted account. */
function endedPromises(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
): MeetingDomainEvent[] {
  const wasOpen = (id: string) => before?.promises.some((each) => each.id === id && each.state === 'open')
  const ended = after.promises.filter(({ id, state }) => state === 'dropped' && wasOpen(id))
  if (ended.length === 0) return []
  return [
    {
      topic: 'promiseDue',
      subject,
      recipients: ended.flatMap(({ owner, to }) => [owner, to]),
      dedupeKey: `${after.id} ended ${ended.map(({ id }) => id).join(' ')}`,
      data: { ...data, news: 'promisesEnded' },
    },
  ]
}

const newThanks = (
  before: MeetingDocument | undefined,
  { thanks }: MeetingDocument,
  { subject, data }: Purpose,
): MeetingDomainEvent[] =>
  thanks
    .filter(({ id }) => !before?.thanks.some((old) => old.id === id))
    .map(({ id, from, to, text }) => ({
      topic: 'thanks',
      subject,
      actor: from,
      recipients: [to],
      dedupeKey: id,
      data: { ...data, text },
    }))
