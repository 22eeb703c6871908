import { useQuery } from '@tanstack/react-query'

import type { Relationship } from '#shared/connections.ts'
import type { DirectoryEntry } from '#shared/directory.ts'
import { paths } from '#shared/paths.ts'
import { DateOf } from '#client/lib/time/DateOf.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import { relationshipWith } from '#client/features/connections/queries.ts'
import { ConnectButton } from '#client/features/connections/relationship/ConnectButton.tsx'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'

import styles from './directory.module.css'

/** The first step from here; whatever takes more words is on the profile. */
export function CardAction({ entry }: { entry: DirectoryEntry }) {
  // Came with the page of the directory, so it is followed but never asked for.
  const { data: relationship = entry.relationship } = useQuery({
    ...relationshipWith(entry.id),
    enabled: false,
  })
  const place = useKeptFocus<HTMLDivElement>(relationship?.state)
  return (
    <div ref={place} tabIndex={-1} className={styles.act}>
      {relationship ? (
        <Act entry={entry} relationship={relationship} />
      ) : (
        <ConnectButton member={entry} variant="secondary" />
      )}
    </div>
  )
}

function Act({ entry, relationship }: { entry: DirectoryEntry; relationship: Relationship }) {
  const whom = <VisuallyHidden> to {entry.displayName}</VisuallyHidden>
  switch (relationship.state) {
    case 'self':
      return <p className={styles.standing}>This is you</p>
    case 'requestSent':
      return (
        <p className={styles.standing}>
          Asked
          {relationship.since && (
            <>
              {' on '}
              <DateOf at={relationship.since} />
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
        <LinkButton
          variant="quiet"
          className={styles.open}
          to={paths.connection(relationship.connectionId ?? '')}
        >
          <span>Connected{whom}</span>
        </LinkButton>
      )
    case 'blockedByMe':
      return <p className={styles.standing}>Blocked</p>
    case 'none':
      return relationship.nextRequestAt ? (
        <p className={styles.standing}>
          You can ask again from <DateOf at={relationship.nextRequestAt} />
        </p>
      ) : (
        <ConnectButton member={entry} variant="secondary" />
      )
  }
}
