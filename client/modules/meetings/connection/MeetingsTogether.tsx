import { useQuery } from '@tanstack/react-query'

import type { MemberProfile } from '#shared/people/members.ts'
import { relationshipWith } from '#client/modules/people/connections/queries.ts'

import styles from './connection.module.css'
import { SharedMeetings } from './SharedMeetings.tsx'
import { connectionDetails } from './queries.ts'

/**
 * History of the viewer and a connection, for the connection's profile. Renders nothing before their first meeting.
 */
export function MeetingsTogether({ member }: { member: MemberProfile }) {
  const { data: relationship } = useQuery({ ...relationshipWith(member.id), throwOnError: false })
  const connectionId = relationship?.state === 'connected' ? relationship.connectionId : undefined
  const { data } = useQuery({
    ...connectionDetails(connectionId ?? ''),
    enabled: connectionId !== undefined,
    throwOnError: false,
  })
  if (connectionId === undefined || !data?.meetings.length) return null
  return (
    <div className={styles.onProfile}>
      <SharedMeetings member={member} meetings={data.meetings} />
    </div>
  )
}
