import { meetingPath } from '#shared/meeting-paths.ts'
import type { MeetingDetails } from '#shared/meetings.ts'
import type { NotificationTopic } from '#shared/notification-topics.ts'

import { type Cause, type Reader, type SubjectDeps, visible } from './subjects.ts'
import type { EmailContent } from './template.ts'
import { fullTimes, shortTime } from '#server/lib/when.ts'

type MeetingTopic = Extract<
  NotificationTopic,
  | 'meetingProposed'
  | 'meetingScheduled'
  | 'meetingChanged'
  | 'meetingReminder'
  | 'meetingConfirm'
  | 'promiseDue'
  | 'thanks'
>

interface Situation {
  meeting: MeetingDetails
  now: number
  data: Cause['data']
}

const MINUTE = 60 * 1_000
const slotsAhead = (slots: MeetingDetails['slots']) => slots.filter(({ past }) => !past)
const endOf = ({ durationMinutes }: MeetingDetails, startsAt: string) =>
  new Date(Date.parse(startsAt) + durationMinutes * MINUTE).toISOString()
const isAhead = ({ meeting: { status, startsAt }, now }: Situation) =>
  status === 'scheduled' && startsAt !== undefined && Date.parse(startsAt) > now

interface MeetingEmail {
  matters: (situation: Situation) => boolean
  /** Before the purpose. */
  subject: string
  action: string
  /** Label of when votes close. */
  deadline?: string
  hasCalendar?: true
  /** The time of the meeting is past, or beside the point. */
  isTimeless?: true
}

const MEETING_EMAILS: Record<MeetingTopic, MeetingEmail> = {
  meetingProposed: {
    matters: ({ meeting }) => slotsAhead(meeting.slots).length > 0,
    subject: 'Growth meeting proposed',
    action: 'Vote on the times',
  },
  meetingScheduled: {
    matters: isAhead,
    subject: 'Growth meeting scheduled',
    action: 'See the meeting',
    hasCalendar: true,
  },
  meetingChanged: {
    // Someone who left and a new place matter with a time, too; that it was moved no longer does.
    matters: (situation) =>
      ['cancelled', 'declined', 'expired'].includes(situation.meeting.status) ||
      slotsAhead(situation.meeting.slots).length > 0 ||
      (situation.data['news'] !== undefined && isAhead(situation)),
    subject: 'Growth meeting changed',
    action: 'See the meeting',
    hasCalendar: true,
  },
  meetingReminder: {
    matters: isAhead,
    subject: 'Reminder',
    action: 'See the meeting',
    hasCalendar: true,
  },
  meetingConfirm: {
    matters: ({ meeting }) => meeting.status === 'awaitingConfirmation',
    subject: 'To confirm',
    action: 'Answer',
    isTimeless: true,
  },
  promiseDue: {
    matters: ({ meeting, data }) =>
      meeting.promises?.some(({ text, state }) => text === data['text'] && state === 'open') ?? false,
    subject: 'Your promise is due',
    action: 'See the promise',
    isTimeless: true,
  },
  thanks: { matters: () => true, subject: 'Thanks', action: 'See the meeting', isTimeless: true },
}

/** What differs from the other emails of the topic, by `news`. */
const NEWS: Partial<Record<string, Partial<MeetingEmail>>> = {
  choice: { subject: 'Choose a time', action: 'Choose a time', deadline: 'Choose by' },
  promisesEnded: { matters: () => true, subject: 'Promises ended', action: 'See the meeting' },
}

const TIMELESS = {
  startsAt: undefined,
  expiresAt: undefined,
  slots: [],
  place: '',
  joinUrl: '',
  departures: [],
}

export const isAboutMeeting = (cause: Cause): cause is Cause & { topic: MeetingTopic } =>
  Object.hasOwn(MEETING_EMAILS, cause.topic)

/** Undefined when it no longer matters, or the reader is not in the meeting any more. */
export async function meetingEmail(
  { topic, subject: { id }, data }: Cause & { topic: MeetingTopic },
  reader: Reader,
  { deps, sentence, now }: { deps: SubjectDeps; sentence: string; now: number },
): Promise<EmailContent | undefined> {
  const meeting = await visible(deps.meetingDetails(reader.actor.id, id))
  const email: MeetingEmail = { ...MEETING_EMAILS[topic], ...NEWS[data['news'] ?? ''] }
  const { matters, subject, action, deadline = 'Vote by', hasCalendar, isTimeless } = email
  if (!meeting || !matters({ meeting, now, data })) return undefined
  const { purpose, change } = meeting
  const { startsAt, place, joinUrl, slots, expiresAt, departures } = isTimeless ? TIMELESS : meeting
  const timesFrom = (start: string) =>
    fullTimes({ startsAt: start, endsAt: endOf(meeting, start) }, reader.timeZone)
  const file = hasCalendar && (await visible(deps.meetingFile(reader.actor, id)))
  const reason = topic === 'meetingChanged' ? change?.reason : undefined
  return {
    subject: `${[subject, data['due']].filter(Boolean).join(' ')}: ${purpose}`,
    ...(startsAt && { when: shortTime({ startsAt }, reader.timeZone) }),
    ...(expiresAt && {
      when: `${deadline.toLowerCase()} ${shortTime({ startsAt: expiresAt }, reader.timeZone)}`,
    }),
    heading: purpose,
    paragraphs: [sentence, ...(reason ? [reason] : [])],
    facts: [
      ...(startsAt ? [{ label: 'When', lines: timesFrom(startsAt) }] : []),
      ...(expiresAt
        ? [
            { label: 'Proposed times', lines: slotsAhead(slots).flatMap((slot) => timesFrom(slot.startsAt)) },
            { label: deadline, lines: [shortTime({ startsAt: expiresAt }, reader.timeZone)] },
          ]
        : []),
      ...(place || joinUrl ? [{ label: 'Where', lines: [place || 'Online'] }] : []),
      ...(departures.length > 0 ? [{ label: 'Not coming', lines: departures.map(departureLine) }] : []),
    ],
    action: { label: action, path: meetingPath(id) },
    ...(file && { calendar: file.text }),
  }
}

const departureLine = ({ member, reason }: MeetingDetails['departures'][number]) =>
  reason ? `${member.displayName}: ${reason}` : member.displayName
