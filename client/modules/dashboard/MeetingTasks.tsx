import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/dashboard/messages.ts'
import type { MeetingTasks } from '#shared/meetings/schema.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { outcomeName } from '#shared/meetings/messages.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { formatMoment } from '#client/lib/time/when.ts'

import { type AttentionEntry, PersonTask } from './PersonTask.tsx'

/** Meetings that wait for the member's votes, choice or confirmation. @param today `YYYY-MM-DD` in the zone */
export const meetingEntries = (
  { toVote, toConfirm }: MeetingTasks,
  zone: string,
  today: string,
): AttentionEntry[] => [
  ...toVote.map((meeting) => ({
    key: `vote ${meeting.id}`,
    node: (
      <PersonTask
        person={meeting.others[0]}
        title={(meeting.organised ? m.meetingChoose : m.meetingVote)({ meeting: meeting.purpose })}
        text={[
          namesOf(meeting),
          meeting.expiresAt && m.meetingUntil({ date: formatMoment(meeting.expiresAt, zone, today) }),
        ]}
        to={meetingPath(meeting.id)}
      />
    ),
  })),
  ...toConfirm.map((meeting) => ({
    key: `confirm ${meeting.id}`,
    node: (
      <PersonTask
        person={meeting.others[0]}
        title={m.meetingConfirm({ meeting: meeting.purpose })}
        text={[namesOf(meeting)]}
        to={meetingPath(meeting.id)}
      />
    ),
  })),
]

/** Promises kept and results of others for the member, which count once confirmed. */
export const confirmationEntries = ({
  promisesToConfirm,
  outcomesToConfirm,
}: MeetingTasks): AttentionEntry[] => [
  ...promisesToConfirm.map(({ id, text, member, meeting }) => ({
    key: id,
    node: (
      <PersonTask
        person={member}
        title={m.promiseConfirm({ name: member.displayName })}
        text={[text]}
        to={meetingPath(meeting.id)}
      />
    ),
  })),
  ...outcomesToConfirm.map(({ id, kind, note, member, meeting }) => ({
    key: id,
    node: (
      <PersonTask
        person={member}
        title={m.outcomeConfirm({ name: member.displayName })}
        text={[outcomeName({ kind }), note]}
        to={meetingPath(meeting.id)}
      />
    ),
  })),
]

/** The member's own open promises. */
export const promiseEntries = ({ promises }: MeetingTasks, today: string): AttentionEntry[] =>
  promises.map(({ id, text, dueOn, member, meeting }) => ({
    key: id,
    node: (
      <PersonTask
        person={member}
        title={text}
        text={[m.promiseTo({ name: member.displayName }), dueLabel(dueOn, today)]}
        to={meetingPath(meeting.id)}
      />
    ),
  }))

const namesOf = ({ others }: { others: readonly MemberCard[] }) =>
  others.length === 0
    ? undefined
    : m.meetingWith({ names: formatList(others.map(({ displayName }) => displayName)) })

/** @param dueOn `YYYY-MM-DD`, like `today` */
function dueLabel(dueOn: string, today: string) {
  if (dueOn === today) return m.promiseToday()
  if (dueOn === Temporal.PlainDate.from(today).add({ days: 1 }).toString()) return m.promiseTomorrow()
  return (dueOn < today ? m.promiseOverdue : m.promiseDue)({ date: formatOn(dueOn) })
}
