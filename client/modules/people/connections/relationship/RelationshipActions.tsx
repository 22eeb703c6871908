import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'

import * as m from '#shared/people/messages.ts'
import type { Relationship } from '#shared/people/connections.ts'
import { paths } from '#shared/lib/paths.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { relationshipWith } from '#client/modules/people/connections/queries.ts'

import { type MemberRef, useBlockCommands } from './commands.ts'
import { ConnectButton } from './ConnectButton.tsx'
import styles from './relationship.module.css'
import { RelationshipMenu } from './RelationshipMenu.tsx'
import { RequestNote, RespondButtons, WithdrawButton } from './RequestActions.tsx'

/** A button that proposes a meeting. */
type Propose = ComponentType<{ member: MemberRef }>

/** The viewer's relationship with a member, and its actions. Renders nothing on the viewer's own profile. */
export const RelationshipActions = ({ member, Propose }: { member: MemberRef; Propose: Propose }) => (
  <ComponentCrash isolated>
    <Suspense fallback={<div className={styles.loading} />}>
      <RelationshipPanel member={member} Propose={Propose} />
    </Suspense>
  </ComponentCrash>
)

function RelationshipPanel({ member, Propose }: { member: MemberRef; Propose: Propose }) {
  const { data: relationship } = useSuspenseQuery(relationshipWith(member.id))
  if (relationship.state === 'self') return null
  return (
    <section
      aria-label={m.youAnd({ name: member.displayName })}
      className={classNames(styles.panel, relationship.state === 'requestReceived' && styles.pending)}
    >
      <div className={styles.status}>
        <Status member={member} relationship={relationship} />
        <RequestNote>{relationship.note}</RequestNote>
      </div>
      <div className={styles.actions}>
        <div className={patterns.actions}>
          <Actions member={member} relationship={relationship} Propose={Propose} />
        </div>
        {relationship.state !== 'blockedByMe' && (
          <RelationshipMenu member={member} relationship={relationship} />
        )}
      </div>
    </section>
  )
}

interface Props {
  member: MemberRef
  relationship: Relationship
}

function Status({
  member: { displayName },
  relationship: { state, since, expiresAt, nextRequestAt },
}: Props) {
  const date = since ? <DateOf at={since} /> : ''
  const name = <bdi>{displayName}</bdi>
  switch (state) {
    case 'none':
      return nextRequestAt ? <p>{rich(m.requestAgainFrom({ date: <DateOf at={nextRequestAt} /> }))}</p> : null
    case 'requestSent':
      return (
        <p>
          {rich(
            expiresAt
              ? m.requestSentUntil({ date, expiry: <DateOf at={expiresAt} /> })
              : m.requestSentOn({ date }),
          )}
        </p>
      )
    case 'requestReceived':
      return <p>{rich(m.requestReceivedOn({ name, date }))}</p>
    case 'connected':
      return <p>{rich(m.connectedSince({ date }))}</p>
    case 'blockedByMe':
      return <p>{rich(m.blockedStatus({ name }))}</p>
    case 'self':
      return null
  }
}

function Actions({
  member,
  relationship: { state, connectionId, nextRequestAt },
  Propose,
}: Props & { Propose: Propose }) {
  switch (state) {
    case 'none':
      return nextRequestAt ? null : <ConnectButton member={member} />
    case 'requestSent':
      return <WithdrawButton member={member} connectionId={connectionId} />
    case 'requestReceived':
      return <RespondButtons member={member} connectionId={connectionId} />
    case 'connected':
      return (
        <>
          <LinkButton variant="secondary" to={paths.connection(connectionId ?? '')}>
            {m.viewConnection()}
          </LinkButton>
          <Propose member={member} />
        </>
      )
    case 'blockedByMe':
      return <UnblockButton member={member} />
    case 'self':
      return null
  }
}

function UnblockButton({ member }: { member: MemberRef }) {
  const { run, isPending } = useBlockCommands(member)
  return (
    <Button variant="secondary" busy={isPending && m.unblocking()} onClick={() => run('unblock')}>
      {m.unblock()}
    </Button>
  )
}
