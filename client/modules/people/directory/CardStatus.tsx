import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import * as m from '#shared/people/messages.ts'
import type { Relationship } from '#shared/people/connections.ts'
import { paths } from '#shared/lib/paths.ts'
import { relationshipWith } from '#client/modules/people/connections/queries.ts'
import type { MemberRef } from '#client/modules/people/connections/relationship/commands.ts'
import { ConnectButton } from '#client/modules/people/connections/relationship/ConnectButton.tsx'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './directory.module.css'

interface ActionProps {
  memberId: string
  /** The relationship at the time at which the list was loaded. */
  listed: Relationship | undefined
  children: (relationship: Relationship | undefined) => ReactNode
}

/** The end of a card, which follows changes of the relationship. */
export function CardAction({ memberId, listed, children }: ActionProps) {
  // The page of the list included it, so this subscribes to it without a request.
  const { data: relationship = listed } = useQuery({ ...relationshipWith(memberId), enabled: false })
  return <div className={styles.action}>{children(relationship)}</div>
}

interface Props {
  member: MemberRef
  relationship: Omit<Relationship, 'memberId'>
}

/** The viewer's relationship with a member, with the first step if there is one. */
export function CardStatus({ member, relationship }: Props) {
  const toMember = { name: member.displayName, hidden }
  switch (relationship.state) {
    case 'self':
      return <p className={patterns.small}>{m.cardSelf()}</p>
    case 'requestSent':
      return (
        <p className={patterns.small}>
          {relationship.since
            ? rich(m.requestSentOn({ date: <DateOf at={relationship.since} /> }))
            : m.requestSent()}
        </p>
      )
    case 'requestReceived':
      return (
        <LinkButton variant="secondary" to={paths.connectionsTab('received')}>
          <span>{rich(m.cardRespond(toMember))}</span>
        </LinkButton>
      )
    case 'connected':
      return (
        <LinkButton variant="quiet" to={paths.connection(relationship.connectionId ?? '')}>
          <span>{rich(m.cardConnected(toMember))}</span>
        </LinkButton>
      )
    case 'blockedByMe':
      return <p className={patterns.small}>{m.cardBlocked()}</p>
    case 'none':
      return relationship.nextRequestAt ? (
        <p className={patterns.small}>
          {rich(m.cardRequestFrom({ date: <DateOf at={relationship.nextRequestAt} /> }))}
        </p>
      ) : (
        <ConnectButton member={member} variant="secondary" />
      )
  }
}
