import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'

import type { ConnectionDetails } from '#shared/connections.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { newMeetingPath } from '#shared/meeting-paths.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { ProblemError } from '#client/lib/request-errors.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { Contact } from './details/Contact.tsx'
import styles from './details/details.module.css'
import { EventsInCommon, MutualConnections } from './details/InCommon.tsx'
import { PrivateNote } from './details/PrivateNote.tsx'
import { SharedMeetings } from './details/SharedMeetings.tsx'
import { IntroduceButton } from './member-introductions/IntroduceButton.tsx'
import { connectionDetails } from './queries.ts'
import { RelationshipMenu } from './relationship/RelationshipMenu.tsx'

export function Component() {
  const { connectionId = '' } = useParams()
  const { data, error } = useSuspenseQuery(connectionDetails(connectionId))
  // Without this the cached details would stay on screen after the connection has ended.
  if (error instanceof ProblemError && error.status === 404) throw error
  // What could still fill an empty section does not happen with a former member.
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
        <div className={styles.shared}>
          {shows(data.meetings) && <SharedMeetings member={data.member} meetings={data.meetings} />}
          {shows(data.events) && <EventsInCommon events={data.events} />}
          {shows(data.mutual.items) && <MutualConnections {...data.mutual} />}
        </div>
      </div>
    </>
  )
}

function Header({ id, member, since }: ConnectionDetails) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const leave = async () => {
    await navigate(paths.connections)
    cache.removeQueries({ queryKey: connectionDetails(id).queryKey })
  }
  return (
    <PageHeader
      picture={
        <Avatar name={member.displayName} photo={member.photo && imageUrl(member.photo)} size="large" />
      }
      title={member.displayName}
      lead={
        <>
          {[member.headline, member.company].filter(Boolean).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {member.former && <p>This member deleted their account.</p>}
          <p className={styles.since}>
            Connected since <DateOf at={since} />
          </p>
        </>
      }
      actions={
        <>
          {!member.former && (
            <>
              <LinkButton variant="secondary" to={paths.memberProfile(member.id)}>
                View profile
              </LinkButton>
              <IntroduceButton member={member} />
              <LinkButton to={newMeetingPath({ people: [member.id] })}>Plan a meeting</LinkButton>
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
