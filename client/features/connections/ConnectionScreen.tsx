import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'

import type { ConnectionDetails } from '#shared/connections.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { ProblemError } from '#client/lib/request.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { Contact } from './details/Contact.tsx'
import styles from './details/details.module.css'
import { EventsTogether } from './details/EventsTogether.tsx'
import { MeetingsTogether } from './details/MeetingsTogether.tsx'
import { Mutual } from './details/Mutual.tsx'
import { PrivateNote } from './details/PrivateNote.tsx'
import { connectionDetails } from './queries.ts'
import { RelationshipMenu } from './relationship/RelationshipMenu.tsx'

export function Component() {
  const { connectionId = '' } = useParams()
  const { data, error } = useSuspenseQuery(connectionDetails(connectionId))
  // What was read before would go on standing here, though the two are not connected any more.
  if (error instanceof ProblemError && error.status === 404) throw error
  return (
    <>
      <ScreenTitle>{data.member.displayName}</ScreenTitle>
      <Head {...data} />
      <div className={styles.parts}>
        <Contact member={data.member} />
        <div className={styles.own}>
          <ComponentCrash>
            <PrivateNote key={data.id} connectionId={data.id} name={data.member.displayName} />
          </ComponentCrash>
        </div>
        <div className={styles.together}>
          <MeetingsTogether member={data.member} meetings={data.meetings} />
          <EventsTogether events={data.events} />
          <Mutual {...data.mutual} />
        </div>
      </div>
    </>
  )
}

function Head({ id, member, since }: ConnectionDetails) {
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
          <p className={styles.since}>
            Connected since <DateOf at={since} />
          </p>
        </>
      }
      actions={
        <>
          <LinkButton variant="secondary" to={paths.memberProfile(member.id)}>
            See profile
          </LinkButton>
          <RelationshipMenu
            member={member}
            relationship={{ memberId: member.id, state: 'connected', connectionId: id, since }}
            onGone={leave}
          />
        </>
      }
    />
  )
}
