import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import type { Tie } from '#shared/connections.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'

import { tieWith } from './queries.ts'
import { Answer } from './ties/Answer.tsx'
import { AskButton } from './ties/AskButton.tsx'
import { RequestNote } from './ties/RequestNote.tsx'
import { TieMenu } from './ties/TieMenu.tsx'
import styles from './ties/ties.module.css'
import { useBlocking } from './ties/use-blocking.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'
import type { Named } from './ties/use-tie-acts.ts'
import { Withdraw } from './ties/Withdraw.tsx'

/** How the viewer and this person stand, and what can be done about it. Nothing for the viewer's own profile. */
export const TieActs = ({ member }: { member: Named }) => (
  <ComponentCrash isolated>
    <Suspense fallback={<div className={styles.place} />}>
      <Standing member={member} />
    </Suspense>
  </ComponentCrash>
)

function Standing({ member }: { member: Named }) {
  const { data: tie } = useSuspenseQuery(tieWith(member.id))
  const place = useKeptFocus<HTMLElement>(tie.state)
  if (tie.state === 'self') return null
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={`You and ${member.displayName}`}
      className={classNames(styles.place, tie.state === 'requestReceived' && styles.waiting)}
    >
      <div className={styles.standing}>
        <Words member={member} tie={tie} />
        <RequestNote>{tie.note}</RequestNote>
      </div>
      <div className={styles.acts}>
        <Acts member={member} tie={tie} />
        {tie.state !== 'blockedByMe' && <TieMenu member={member} tie={tie} />}
      </div>
    </section>
  )
}

interface Props {
  member: Named
  tie: Tie
}

function Words({ member: { displayName }, tie: { state, since, expiresAt, askFrom } }: Props) {
  const on = since && <DateOf at={since} />
  switch (state) {
    case 'none':
      return askFrom ? (
        <p>
          You withdrew your request. You can ask again from <DateOf at={askFrom} />.
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

function Acts({ member, tie: { state, connectionId, askFrom } }: Props) {
  switch (state) {
    case 'none':
      return askFrom ? null : <AskButton member={member} />
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
