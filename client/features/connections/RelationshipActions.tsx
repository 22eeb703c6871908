import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import type { Relationship } from '#shared/connections.ts'
import { newMeetingPath } from '#shared/meeting-paths.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/patterns.module.css'

import { relationshipWith } from './queries.ts'
import { type MemberRef, useBlockCommands } from './relationship/commands.ts'
import { ConnectButton } from './relationship/ConnectButton.tsx'
import styles from './relationship/relationship.module.css'
import { RelationshipMenu } from './relationship/RelationshipMenu.tsx'
import { RequestNote, RespondButtons, WithdrawButton } from './relationship/RequestActions.tsx'

/** The viewer's relationship with a member, and its actions. Nothing on the viewer's own profile. */
export const RelationshipActions = ({ member }: { member: MemberRef }) => (
  <ComponentCrash isolated>
    <Suspense fallback={<div className={styles.panel} />}>
      <RelationshipPanel member={member} />
    </Suspense>
  </ComponentCrash>
)

function RelationshipPanel({ member }: { member: MemberRef }) {
  const { data: relationship } = useSuspenseQuery(relationshipWith(member.id))
  const panel = useFocusFallback<HTMLElement>(relationship.state)
  if (relationship.state === 'self') return null
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`You and ${member.displayName}`}
      className={classNames(styles.panel, relationship.state === 'requestReceived' && styles.pending)}
    >
      <div className={styles.status}>
        <Status member={member} relationship={relationship} />
        <RequestNote>{relationship.note}</RequestNote>
      </div>
      <div className={patterns.actions}>
        <Actions member={member} relationship={relationship} />
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
  const on = since && <DateOf at={since} />
  switch (state) {
    case 'none':
      return nextRequestAt ? (
        <p>
          You withdrew your request. You can send a new one from <DateOf at={nextRequestAt} />.
        </p>
      ) : null
    case 'requestSent':
      return (
        <p>
          Request sent {on}
          {expiresAt && (
            <>
              {' · expires '}
              <DateOf at={expiresAt} />
            </>
          )}
        </p>
      )
    case 'requestReceived':
      return (
        <p>
          <bdi>{displayName}</bdi> sent you a request on {on}.
        </p>
      )
    case 'connected':
      return <p>Connected since {on}</p>
    case 'blockedByMe':
      return (
        <p>
          You blocked <bdi>{displayName}</bdi>. They can’t find you.
        </p>
      )
    case 'self':
      return null
  }
}

function Actions({ member, relationship: { state, connectionId, nextRequestAt } }: Props) {
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
            View connection
          </LinkButton>
          <LinkButton to={newMeetingPath({ people: [member.id] })}>Plan a meeting</LinkButton>
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
    <Button variant="secondary" busy={isPending && 'Unblocking…'} onClick={() => run('unblock')}>
      Unblock
    </Button>
  )
}
