import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import type { ConnectionDetails } from '#shared/meetings/connection.ts'
import { paths } from '#shared/lib/paths.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { ProblemError } from '#client/lib/request-errors.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { IntroduceButton } from '#client/modules/people/introductions/IntroduceButton.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Contact } from '#client/modules/people/connections/details/Contact.tsx'
import { PrivateNote } from '#client/modules/people/connections/details/PrivateNote.tsx'
import { RelationshipMenu } from '#client/modules/people/connections/relationship/RelationshipMenu.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './connection.module.css'
import { EventsInCommon, MutualConnections } from './InCommon.tsx'
import { ProposeMeeting } from './ProposeMeeting.tsx'
import { SharedMeetings } from './SharedMeetings.tsx'
import { connectionDetails } from './queries.ts'

export function ConnectionScreen() {
  const { connectionId = '' } = useParams()
  const { data, error } = useSuspenseQuery(connectionDetails(connectionId))
  // Otherwise the cached details would stay on screen after the connection has ended.
  if (error instanceof ProblemError && error.status === 404) throw error
  // Empty sections are hidden for a former member, with whom nothing more can happen.
  const shows = (items: readonly unknown[]) => !data.member.former || items.length > 0
  return (
    <>
      <ScreenTitle>{data.member.displayName}</ScreenTitle>
      <Header {...data} />
      <div className={styles.columns}>
        {!data.member.former && (
          <>
            <Contact member={data.member} />
            <div className={styles.note}>
              <ComponentCrash>
                <PrivateNote key={data.id} connectionId={data.id} name={data.member.displayName} />
              </ComponentCrash>
            </div>
          </>
        )}
        <Stack gap={6}>
          {shows(data.meetings) && <SharedMeetings member={data.member} meetings={data.meetings} />}
          {shows(data.events) && <EventsInCommon events={data.events} />}
          {shows(data.mutual.items) && <MutualConnections {...data.mutual} />}
        </Stack>
      </div>
    </>
  )
}

function Header({ id, member, since }: ConnectionDetails) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const leave = async () => {
    await navigate(paths.connectionsTab('connections'))
    cache.removeQueries({ queryKey: connectionDetails(id).queryKey })
  }
  return (
    <PageHeader
      picture={<Avatar name={member.displayName} photo={member.photo} size="large" />}
      title={member.displayName}
      lead={
        <>
          {[member.headline, member.company].filter(Boolean).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {member.former && <p>{m.formerText()}</p>}
          <p className={styles.since}>{rich(m.connectedSince({ date: <DateOf at={since} /> }))}</p>
        </>
      }
      actions={
        <>
          {!member.former && (
            <>
              <LinkButton variant="secondary" to={paths.memberProfile(member.id)}>
                {m.viewProfile()}
              </LinkButton>
              <IntroduceButton member={member} />
              <ProposeMeeting member={member} />
            </>
          )}
          <RelationshipMenu
            member={member}
            relationship={{ memberId: member.id, state: 'connected', connectionId: id, since }}
            onRemoved={leave}
          />
        </>
      }
    />
  )
}
