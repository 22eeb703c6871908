import { Link } from 'react-router-dom'

import { MEETING_STATUS_NAMES, OUTCOME_NAMES } from '#shared/meeting-labels.ts'
import { meetingPath, newMeetingPath } from '#shared/meeting-paths.ts'
import type { MeetingTogether } from '#shared/meetings.ts'
import type { MemberProfile } from '#shared/members.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'

import styles from './details.module.css'

interface Props {
  member: MemberProfile
  meetings: readonly MeetingTogether[]
}

export const SharedMeetings = ({ member, meetings }: Props) => (
  <Card title="Growth meetings">
    {meetings.length === 0 ? (
      <p className={patterns.muted}>
        Your meetings with {member.displayName} appear here.{' '}
        <Link to={newMeetingPath({ people: [member.id] })}>Plan a growth meeting</Link>
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

const Meeting = ({ member, meeting }: { member: MemberProfile; meeting: MeetingTogether }) => (
  <div className={styles.meeting}>
    <Link viewTransition to={meetingPath(meeting.id)} className={styles.title}>
      {meeting.purpose}
    </Link>
    <p className={patterns.muted}>
      {MEETING_STATUS_NAMES[meeting.status]}
      {meeting.startsAt && (
        <>
          {' · '}
          <DateOf at={meeting.startsAt} />
        </>
      )}
    </p>
    {meeting.outcomes.length > 0 && (
      <ul className={styles.outcomes} aria-label="Outcomes">
        {meeting.outcomes.map(({ id, kind, from, note }) => (
          <li key={id}>
            <Badge tone="accent">{OUTCOME_NAMES[kind]}</Badge>{' '}
            {from === member.id ? `${member.displayName} helped you` : `You helped ${member.displayName}`}
            {note && `: ${note}`}
          </li>
        ))}
      </ul>
    )}
    {meeting.openPromises.length > 0 && (
      <ul className={styles.promises} aria-label="Open promises">
        {meeting.openPromises.map(({ text, owner, dueOn }) => (
          <li key={`${owner} ${text}`}>
            {owner === member.id ? member.displayName : 'You'} promised: {text} ·{' '}
            <span className={patterns.muted}>
              by <time dateTime={dueOn}>{formatOn(dueOn)}</time>
            </span>
          </li>
        ))}
      </ul>
    )}
    {meeting.keptPromises.length > 0 && (
      <ul className={styles.promises} aria-label="Kept promises">
        {meeting.keptPromises.map(({ text, owner, confirmedAt }) => (
          <li key={`${owner} ${text}`}>
            {owner === member.id ? member.displayName : 'You'} did: {text} ·{' '}
            <span className={patterns.muted}>{confirmedAt ? 'confirmed' : 'not confirmed yet'}</span>
          </li>
        ))}
      </ul>
    )}
    {meeting.thanks.length > 0 && (
      <ul className={styles.promises} aria-label="Thanks">
        {meeting.thanks.map(({ from, text }) => (
          <li key={from}>
            {from === member.id ? `${member.displayName} thanked you` : `You thanked ${member.displayName}`}:{' '}
            “{text}”
          </li>
        ))}
      </ul>
    )}
  </div>
)
