import { Link } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/people/messages.ts'
import { outcomeName, statusName } from '#shared/meetings/messages.ts'
import { meetingPath, newMeetingPath } from '#shared/lib/paths/meetings.ts'
import type { MeetingTogether } from '#shared/meetings/schema.ts'
import type { MemberProfile } from '#shared/people/members.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './connection.module.css'

interface Props {
  member: MemberProfile
  meetings: readonly MeetingTogether[]
}

export const SharedMeetings = ({ member, meetings }: Props) => (
  <Card title={m.meetings()}>
    {meetings.length === 0 ? (
      <p className={patterns.muted}>
        {rich(
          m.meetingsNone({
            name: member.displayName,
            link: linkTo(newMeetingPath({ people: [member.id] })),
          }),
        )}
      </p>
    ) : (
      <ul className={patterns.ruled}>
        {meetings.map((meeting) => (
          <li key={meeting.id}>
            <Meeting member={member} meeting={meeting} />
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const linkTo = (path: string) => (content: Content) => <Link to={path}>{rich(content)}</Link>

const small = (content: Content) => <span className={patterns.muted}>{rich(content)}</span>

const outcomeLabel = (outcome: string, note: string | undefined) =>
  note ? m.outcomeNote({ outcome, note }) : outcome

function Meeting({ member, meeting }: { member: MemberProfile; meeting: MeetingTogether }) {
  const name = { name: member.displayName }
  return (
    <Stack gap={1}>
      <Link viewTransition to={meetingPath(meeting.id)} className={styles.title}>
        {meeting.purpose}
      </Link>
      <p className={patterns.muted}>
        {statusName(meeting)}
        {meeting.startsAt && (
          <>
            {'\u00A0· '}
            <DateOf at={meeting.startsAt} />
          </>
        )}
      </p>
      {meeting.outcomes.length > 0 && (
        <ul className={styles.outcomes} aria-label={m.outcomes()}>
          {meeting.outcomes.map(({ id, kind, from, note }) => (
            <li key={id}>
              <Badge tone="accent">{outcomeName({ kind })}</Badge>{' '}
              {outcomeLabel((from === member.id ? m.outcomeTheirs : m.outcomeOwn)(name), note)}
            </li>
          ))}
        </ul>
      )}
      {meeting.openPromises.length > 0 && (
        <ul className={styles.promises} aria-label={m.openPromises()}>
          {meeting.openPromises.map(({ text, owner, dueOn }) => (
            <li key={`${owner} ${text}`}>
              {rich(
                (owner === member.id ? m.promisedTheirs : m.promisedOwn)({
                  ...name,
                  text,
                  small,
                  date: <time dateTime={dueOn}>{formatOn(dueOn)}</time>,
                }),
              )}
            </li>
          ))}
        </ul>
      )}
      {meeting.keptPromises.length > 0 && (
        <ul className={styles.promises} aria-label={m.keptPromises()}>
          {meeting.keptPromises.map(({ text, owner, confirmedAt }) => (
            <li key={`${owner} ${text}`}>
              {rich(
                (owner === member.id ? m.keptTheirs : m.keptOwn)({
                  ...name,
                  text,
                  small,
                  confirmed: confirmedAt ? 'yes' : 'no',
                }),
              )}
            </li>
          ))}
        </ul>
      )}
      {meeting.thanks.length > 0 && (
        <ul className={styles.promises} aria-label={m.thanks()}>
          {meeting.thanks.map(({ from, text }) => (
            <li key={from}>{(from === member.id ? m.thanksTheirs : m.thanksOwn)({ ...name, text })}</li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
