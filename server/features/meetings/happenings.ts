import type { Happening } from '#server/features/notifications/types.ts'

import type { MeetingDocument } from './document.ts'
import { type Command, isOpen, remaining } from './state.ts'
import { awaitsChoice } from './viewing.ts'

type MeetingHappening = Happening & { recipients: readonly string[] }
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
): MeetingHappening[] {
  const about: Purpose = { subject: { kind: 'meeting', id: after.id }, data: { purpose: after.purpose } }
  return [
    ...changesOfState(before, after, about),
    ...changesOfPlace(before, after, about),
    ...departuresFrom(before, after, about, actor),
    ...(actor === undefined ? endedPromises(before, after, about) : []),
    ...newThanks(before, after, about),
  ].map((happening) => ({
    ...happening,
    ...(actor !== undefined && { actor }),
  }))
}

/** For the organiser, once in each round of votes: all have voted, and none of the times suits everyone. */
export function choiceDue(
  before: MeetingDocument,
  after: MeetingDocument,
  command: Command,
): MeetingHappening[] {
  if (awaitsChoice(before, command) || !awaitsChoice(after, command)) return []
  const { id, organiser, purpose, votingSince } = after
  return [
    {
      topic: 'meetingProposed',
      subject: { kind: 'meeting', id },
      actor: command.actor,
      recipients: [organiser],
      occurrence: `${id} ${votingSince} choice`,
      data: { purpose, news: 'choice' },
    },
  ]
}

function changesOfState(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
): MeetingHappening[] {
  const { id, state, votingSince, sequence } = after
  if (before?.state === state) return []
  // Those who were in it: a participant who is its last has no one left to tell.
  const recipients = [...new Set([...remaining(before ?? after), ...remaining(after)])]
  const changed = (change: string): MeetingHappening => ({
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

/** Once it has a time. Other edits change nothing about where to be when. */
function changesOfPlace(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
): MeetingHappening[] {
  const { id, state, place, joinUrl, sequence } = after
  if (before?.state !== 'scheduled' || state !== 'scheduled') return []
  if (before.place === place && before.joinUrl === joinUrl) return []
  const linkNews = joinUrl ? 'joinUrl' : 'noJoinUrl'
  const news = before.place === place ? linkNews : 'place'
  return [
    {
      topic: 'meetingChanged',
      subject,
      recipients: remaining(after),
      occurrence: `${id} ${news} ${sequence}`,
      sequence,
      data: { ...data, news, place: place || (joinUrl && 'online') },
    },
  ]
}

/** For the organiser of a meeting that continues without them. */
const departuresFrom = (
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
  actor: string | undefined,
): MeetingHappening[] =>
  before === undefined || !(isOpen(after) || after.state === 'scheduled')
    ? []
    : after.departures.slice(before.departures.length).map(({ member, at }) => ({
        topic: 'meetingChanged',
        subject,
        recipients: [after.organiser],
        occurrence: `${after.id} without ${member} ${at}`,
        data: { ...data, news: departureOf(before, actor) },
      }))

/** Only those who delete their account leave without a command. */
function departureOf(before: MeetingDocument, actor: string | undefined) {
  if (actor === undefined) return 'accountDeleted'
  return isOpen(before) ? 'declined' : 'left'
}

/** For those to whom the member of a deleted account had promised something, or the other way round. */
function endedPromises(
  before: MeetingDocument | undefined,
  after: MeetingDocument,
  { subject, data }: Purpose,
): MeetingHappening[] {
  const wasOpen = (id: string) => before?.promises.some((each) => each.id === id && each.state === 'open')
  const ended = after.promises.filter(({ id, state }) => state === 'dropped' && wasOpen(id))
  if (ended.length === 0) return []
  return [
    {
      topic: 'promiseDue',
      subject,
      recipients: ended.flatMap(({ owner, to }) => [owner, to]),
      occurrence: `${after.id} ended ${ended.map(({ id }) => id).join(' ')}`,
      data: { ...data, news: 'promisesEnded' },
    },
  ]
}

const newThanks = (
  before: MeetingDocument | undefined,
  { thanks }: MeetingDocument,
  { subject, data }: Purpose,
): MeetingHappening[] =>
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
