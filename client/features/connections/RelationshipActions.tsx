import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import type { Relationship } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'

import { relationshipWith } from './queries.ts'
import { Answer } from './relationship/Answer.tsx'
import { ConnectButton } from './relationship/ConnectButton.tsx'
import { RequestNote } from './relationship/RequestNote.tsx'
import { RelationshipMenu } from './relationship/RelationshipMenu.tsx'
import styles from './relationship/relationship.module.css'
import { useBlocking } from './relationship/use-blocking.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'
import type { Named } from './relationship/use-connection-commands.ts'
import { Withdraw } from './relationship/Withdraw.tsx'

/** How the viewer and this person stand, and what can be done about it. Nothing for the viewer's own profile. */
export const RelationshipActions = ({ member }: { member: Named }) => (
  <ComponentCrash isolated>
    <Suspense fallback={<div className={styles.place} />}>
      <AccountRecord member={member} />
    </Suspense>
  </ComponentCrash>
)

function AccountRecord({ member }: { member: Named }) {
  const { data: relationship } = useSuspenseQuery(relationshipWith(member.id))
  const place = useKeptFocus<HTMLElement>(relationship.state)
  if (relationship.state === 'self') return null
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={`You and ${member.displayName}`}
      className={classNames(styles.place, relationship.state === 'requestReceived' && styles.waiting)}
    >
      <div className={styles.standing}>
        <Words member={member} relationship={relationship} />
        <RequestNote>{relationship.note}</RequestNote>
      </div>
      <div className={styles.acts}>
        <Acts member={member} relationship={relationship} />
        {relationship.state !== 'blockedByMe' && (
          <RelationshipMenu member={member} relationship={relationship} />
        )}
      </div>
    </section>
  )
}

interface Props {
  member: Named
  relationship: Relationship
}

function Words({ member: { displayName }, relationship: { state, since, expiresAt, nextRequestAt } }: Props) {
  const on = since && <DateOf at={since} />
  switch (state) {
    case 'none':
      return nextRequestAt ? (
        <p>
          You withdrew your request. You can ask again from <DateOf at={nextRequestAt} />.
        </p>
      ) : null
    case 'requestSent':
      return (
        <p>
          Asked on {on}.
          {expiresAt && (
            <>
              {' '}
              Without an answer, the request ends on <DateOf at={expiresAt} />.
            </>
          )}
        </p>
      )
    case 'requestReceived':
      return (
        <p>
          <bdi>{displayName}</bdi> asked on {on} to connect with you.
        </p>
      )
    case 'connected':
      return <p>Connected since {on}.</p>
    case 'blockedByMe':
      return (
        <p>
          You have blocked <bdi>{displayName}</bdi>. They cannot find you.
        </p>
      )
    case 'self':
      return null
  }
}

function Acts({ member, relationship: { state, connectionId, nextRequestAt } }: Props) {
  switch (state) {
    case 'none':
      return nextRequestAt ? null : <ConnectButton member={member} />
    case 'requestSent':
      return <Withdraw member={member} connectionId={connectionId} />
    case 'requestReceived':
      return <Answer member={member} connectionId={connectionId} />
    case 'connected':
      return (
        <LinkButton variant="secondary" to={paths.connection(connectionId ?? '')}>
          Open connection
        </LinkButton>
      )
    case 'blockedByMe':
      return <Unblock member={member} />
    case 'self':
      return null
  }
}

function Unblock({ member }: { member: Named }) {
  const { run, isPending } = useBlocking(member)
  return (
    <Button variant="secondary" busy={isPending && 'Unblocking…'} onClick={() => run('unblock')}>
      Unblock
    </Button>
  )
}
