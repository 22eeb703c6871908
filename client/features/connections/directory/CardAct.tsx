import { useQuery } from '@tanstack/react-query'

import type { Tie } from '#shared/connections.ts'
import type { DirectoryEntry } from '#shared/directory.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import { tieWith } from '#client/features/connections/queries.ts'
import { AskButton } from '#client/features/connections/ties/AskButton.tsx'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'

import styles from './directory.module.css'

/** The first step from here; whatever takes more words is on the profile. */
export function CardAct({ entry }: { entry: DirectoryEntry }) {
  // Came with the page of the directory, so it is followed but never asked for.
  const { data: tie = entry.tie } = useQuery({ ...tieWith(entry.id), enabled: false })
  const place = useKeptFocus<HTMLDivElement>(tie?.state)
  return (
    <div ref={place} tabIndex={-1} className={styles.act}>
      {tie ? <Act entry={entry} tie={tie} /> : <AskButton member={entry} variant="secondary" />}
    </div>
  )
}

function Act({ entry, tie }: { entry: DirectoryEntry; tie: Tie }) {
  const whom = <VisuallyHidden> to {entry.displayName}</VisuallyHidden>
  switch (tie.state) {
    case 'self':
      return <p className={styles.standing}>This is you</p>
    case 'requestSent':
      return (
        <p className={styles.standing}>
          Asked
          {tie.since && (
            <>
              {' on '}
              <DateOf at={tie.since} />
            </>
          )}
        </p>
      )
    case 'requestReceived':
      return (
        <LinkButton variant="secondary" to={paths.connectionsTab('received')}>
          <span>Answer{whom}</span>
        </LinkButton>
      )
    case 'connected':
      return (
        <LinkButton variant="quiet" className={styles.open} to={paths.connection(tie.connectionId ?? '')}>
          <span>Connected{whom}</span>
        </LinkButton>
      )
    case 'blockedByMe':
      return <p className={styles.standing}>Blocked</p>
    case 'none':
      return tie.askFrom ? (
        <p className={styles.standing}>
          You can ask again from <DateOf at={tie.askFrom} />
        </p>
      ) : (
        <AskButton member={entry} variant="secondary" />
      )
  }
}
