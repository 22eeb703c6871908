import { MINUTE } from '#shared/lib/durations.ts'
import * as m from '#shared/notifications/messages.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { TOPIC_SETTINGS, type TopicOfGroup } from '#shared/notifications/topics.ts'
import { fullTimes, shortTime } from '#server/modules/notifications/when.ts'
import { topicText, type TopicWithText } from '#server/modules/notifications/topic-texts.ts'

import { type Cause, type Reader, type SubjectDeps, visible } from './subjects.ts'
import type { EmailContent } from './template.ts'

type MeetingTopic = TopicOfGroup<'meetings'> | 'thanks'

interface Situation {
  meeting: MeetingDetails
  now: number
  data: Cause['data']
}

const slotsAhead = (slots: MeetingDetails['slots']) => slots.filter(({ past }) => !past)
const endOf = ({ durationMinutes }: MeetingDetails, startsAt: string) =>
  new Date(Date.parse(startsAt) + durationMinutes * MINUTE).toISOString()
const isAhead = ({ meeting: { status, startsAt }, now }: Situation) =>
  status === 'scheduled' && startsAt !== undefined && Date.parse(startsAt) > now

/** Values of the texts of subjects. */
interface SubjectValues {
  purpose: string
  due: string
}

interface MeetingEmail {
  matters: (situation: Situation) => boolean
  subject: (values: SubjectValues) => string
  action: () => string
  /** The deadline for votes: its label, and as it ends the subject. */
  deadline?: { label: () => string; until: (values: { time: string }) => string }
  hasCalendar?: true
  /** Set if the time of the meeting is past, or irrelevant. */
  isTimeless?: true
}

/** A topic without a text for it, such as `subjectThanks`, needs a subject in `MEETING_EMAILS`. */
type WithSubject = TopicWithText<'subject', SubjectValues, MeetingTopic>

/** Differences from the ordinary email about a meeting. */
const MEETING_EMAILS: Record<
  Exclude<MeetingTopic, WithSubject>,
  Partial<MeetingEmail> & Pick<MeetingEmail, 'subject'>
> &
  Partial<Record<WithSubject, Partial<MeetingEmail>>> = {
  meetingProposed: {
    matters: ({ meeting }) => slotsAhead(meeting.slots).length > 0,
    action: m.actionVote,
  },
  meetingScheduled: {
    matters: isAhead,
    hasCalendar: true,
  },
  meetingChanged: {
    // News of a departure or a new place stays relevant once the meeting has a time; news of a move does not.
    matters: (situation) =>
      ['cancelled', 'declined', 'expired'].includes(situation.meeting.status) ||
      slotsAhead(situation.meeting.slots).length > 0 ||
      (situation.data['news'] !== undefined && isAhead(situation)),
    hasCalendar: true,
  },
  meetingReminder: {
    matters: isAhead,
    hasCalendar: true,
  },
  meetingConfirm: {
    matters: ({ meeting }) => meeting.status === 'awaitingConfirmation',
    action: m.actionAnswer,
    isTimeless: true,
  },
  promiseDue: {
    matters: ({ meeting, data }) =>
      meeting.promises?.some(({ text, state }) => text === data['text'] && state === 'open') ?? false,
    action: m.actionPromise,
    isTimeless: true,
  },
  thanks: { isTimeless: true },
}

/** Differences from the other emails of the topic, by `news`. */
const NEWS: Partial<Record<string, Partial<MeetingEmail>>> = {
  choice: {
    subject: m.subjectMeetingChoice,
    action: m.actionChoose,
    deadline: { label: m.factChooseBy, until: m.chooseBy },
  },
  promisesEnded: { matters: () => true, subject: m.subjectPromisesEnded, action: m.actionMeeting },
}

const VOTE = { label: m.factVoteBy, until: m.voteBy }

const TIMELESS = {
  startsAt: undefined,
  expiresAt: undefined,
  slots: [],
  place: '',
  joinUrl: '',
  departures: [],
}

export const isAboutMeeting = (cause: Cause): cause is Cause & { topic: MeetingTopic } =>
  cause.topic === 'thanks' || TOPIC_SETTINGS[cause.topic].group === 'meetings'

/** Undefined when it is obsolete, or the reader is no longer in the meeting. */
export async function meetingEmail(
  { topic, subject: { id }, data }: Cause & { topic: MeetingTopic },
  reader: Reader,
  { deps, sentence, now }: { deps: SubjectDeps; sentence: string; now: number },
): Promise<EmailContent | undefined> {
  const meeting = await visible(deps.meetings.meetings.get(reader.actor.id, id))
  const email: MeetingEmail = {
    matters: () => true,
    subject: topicText('subject', topic),
    action: m.actionMeeting,
    ...MEETING_EMAILS[topic],
    ...NEWS[data['news'] ?? ''],
  }
  const { matters, subject, action, deadline = VOTE, hasCalendar, isTimeless } = email
  if (!meeting || !matters({ meeting, now, data })) return undefined
  const { purpose, change } = meeting
  const { startsAt, place, joinUrl, slots, expiresAt, departures } = isTimeless ? TIMELESS : meeting
  const timesFrom = (start: string) =>
    fullTimes({ startsAt: start, endsAt: endOf(meeting, start) }, reader.timeZone)
  const file = hasCalendar && (await visible(deps.meetings.meetings.calendarUpdateFile(reader.actor.id, id)))
  const reason = topic === 'meetingChanged' ? change?.reason : undefined
  return {
    subject: subject({ purpose, due: data['due'] ?? '' }),
    ...(startsAt && { when: shortTime({ startsAt }, reader.timeZone) }),
    ...(expiresAt && {
      when: deadline.until({ time: shortTime({ startsAt: expiresAt }, reader.timeZone) }),
    }),
    heading: purpose,
    paragraphs: [sentence, ...(reason ? [reason] : [])],
    facts: [
      ...(startsAt ? [{ label: m.factWhen(), lines: timesFrom(startsAt) }] : []),
      ...(expiresAt
        ? [
            { label: m.factTimes(), lines: slotsAhead(slots).flatMap((slot) => timesFrom(slot.startsAt)) },
            { label: deadline.label(), lines: [shortTime({ startsAt: expiresAt }, reader.timeZone)] },
          ]
        : []),
      ...(place || joinUrl ? [{ label: m.factWhere(), lines: [place || m.online()] }] : []),
      ...(departures.length > 0 ? [{ label: m.factNotComing(), lines: departures.map(departureLine) }] : []),
    ],
    action: { label: action(), path: meetingPath(id) },
    ...(file && { calendar: file.text }),
  }
}

const departureLine = ({ member, reason }: MeetingDetails['departures'][number]) =>
  reason ? `${member.displayName}: ${reason}` : member.displayName
