import { MINUTE } from '#shared/lib/durations.ts'
import * as m from '#shared/notifications/messages.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import {
  type AboutMeeting,
  MEETING_TOPICS,
  slotsAhead,
} from '#server/modules/notifications/topics/meetings.ts'
import { fullTimes, shortTime } from '#server/modules/notifications/topics/when.ts'

import { type Cause, type ComposeEmail, visible } from './subjects.ts'

const endOf = ({ durationMinutes }: MeetingDetails, startsAt: string) =>
  new Date(Date.parse(startsAt) + durationMinutes * MINUTE).toISOString()

const VOTE = { label: m.factVoteBy, until: m.voteBy }

const TIMELESS = {
  startsAt: undefined,
  expiresAt: undefined,
  slots: [],
  place: '',
  joinUrl: '',
  departures: [],
}

export const isAboutMeeting = (cause: Cause): cause is Cause & { topic: AboutMeeting } =>
  Object.hasOwn(MEETING_TOPICS, cause.topic)

/** Undefined when it is obsolete, or the reader is no longer in the meeting. */
export const meetingEmail: ComposeEmail<Cause & { topic: AboutMeeting }> = async (
  { topic, subject: { id }, data },
  reader,
  { deps, sentence, now },
) => {
  const meeting = await visible(deps.meetings.meetings.get(reader.actor.id, id))
  const { news, ...row } = MEETING_TOPICS[topic]
  const email = { ...row, ...news?.[data['news'] ?? ''] }
  const { matters, subject, action = m.actionMeeting, deadline = VOTE, hasCalendar, isTimeless } = email
  if (!meeting || matters?.({ meeting, now, data }) === false) return undefined
  const { purpose, change } = meeting
  const { startsAt, place, joinUrl, slots, expiresAt, departures } = isTimeless ? TIMELESS : meeting
  const timesFrom = (start: string) =>
    fullTimes({ startsAt: start, endsAt: endOf(meeting, start) }, reader.timeZone)
  const file = hasCalendar && (await visible(deps.meetings.meetings.calendarUpdateFile(reader.actor.id, id)))
  const reason = topic === 'meetingChanged' ? change?.reason : undefined
  return {
    subject: subject({ purpose, due: data['due'] ?? '' }),
    when: expiresAt
      ? deadline.until({ time: shortTime({ startsAt: expiresAt }, reader.timeZone) })
      : startsAt && shortTime({ startsAt }, reader.timeZone),
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
    calendar: file?.text,
  }
}

const departureLine = ({ member, reason }: MeetingDetails['departures'][number]) =>
  reason ? `${member.displayName}: ${reason}` : member.displayName
