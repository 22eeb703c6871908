import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'

import type { ConnectionState } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { formatDate } from '#client/lib/dates.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'

import { connectionDetails } from './queries.ts'

const STANDING: Record<ConnectionState, string> = {
  requested: 'Asked to connect',
  accepted: 'Connected since',
  declined: 'Not connected since',
  withdrawn: 'Not connected since',
  expired: 'Not connected since',
  removed: 'Not connected since',
}

export function Component() {
  const { connectionId = '' } = useParams()
  const { data } = useSuspenseQuery(connectionDetails(connectionId))
  const { member, state, since } = data
  return (
    <>
      <ScreenTitle>{member.displayName}</ScreenTitle>
      <PageHeader
        picture={<Avatar name={member.displayName} size="large" />}
        title={member.displayName}
        lead={member.headline}
        actions={<LinkButton to={paths.memberProfile(member.id)}>See profile</LinkButton>}
      />
      <Facts>
        <Fact name={STANDING[state]}>
          <time dateTime={since}>{formatDate(since)}</time>
        </Fact>
        <Fact name="Company">{member.company}</Fact>
      </Facts>
    </>
  )
}
