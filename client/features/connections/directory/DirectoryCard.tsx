import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Relationship } from '#shared/connections.ts'
import type { DirectoryEntry } from '#shared/directory.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import { relationshipWith } from '#client/features/connections/queries.ts'
import { ConnectButton } from '#client/features/connections/relationship/ConnectButton.tsx'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import patterns from '#client/ui/patterns.module.css'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './directory.module.css'

interface Props {
  entry: DirectoryEntry
  onKeyword: (keyword: string) => void
}

const KEYWORDS_SHOWN = 4

export function DirectoryCard({ entry, onKeyword }: Props) {
  const { id, displayName, photo, headline, company, city, keywords = [] } = entry
  return (
    <li className={styles.card}>
      <Avatar name={displayName} photo={photo && imageUrl(photo)} />
      <div className={styles.member}>
        <Link viewTransition to={paths.memberProfile(id)} className={styles.name}>
          {displayName}
        </Link>
        {headline && <p>{headline}</p>}
        <p className={patterns.small}>{[company, city].filter(Boolean).join(' · ')}</p>
      </div>
      {keywords.length > 0 && (
        <ul className={styles.keywords} aria-label={`Keywords of ${displayName}`}>
          {keywords.slice(0, KEYWORDS_SHOWN).map((keyword) => (
            <li key={keyword}>
              <button type="button" className={styles.keyword} onClick={() => onKeyword(keyword)}>
                {keyword}
              </button>
            </li>
          ))}
        </ul>
      )}
      <CardAction entry={entry} />
    </li>
  )
}

/** The first step only; the profile has the rest. */
function CardAction({ entry }: { entry: DirectoryEntry }) {
  // It came with the directory page, so this subscribes to it without a request.
  const { data: relationship = entry.relationship } = useQuery({
    ...relationshipWith(entry.id),
    enabled: false,
  })
  const container = useFocusFallback<HTMLDivElement>(relationship?.state)
  return (
    <div ref={container} tabIndex={-1} className={styles.action}>
      {relationship ? (
        <RelationshipAction entry={entry} relationship={relationship} />
      ) : (
        <ConnectButton member={entry} variant="secondary" />
      )}
    </div>
  )
}

function RelationshipAction({ entry, relationship }: { entry: DirectoryEntry; relationship: Relationship }) {
  const toMember = <VisuallyHidden> to {entry.displayName}</VisuallyHidden>
  switch (relationship.state) {
    case 'self':
      return <p className={patterns.small}>This is you</p>
    case 'requestSent':
      return (
        <p className={patterns.small}>
          Request sent
          {relationship.since && (
            <>
              {' '}
              <DateOf at={relationship.since} />
            </>
          )}
        </p>
      )
    case 'requestReceived':
      return (
        <LinkButton variant="secondary" to={paths.connectionsTab('received')}>
          <span>Respond{toMember}</span>
        </LinkButton>
      )
    case 'connected':
      return (
        <LinkButton
          variant="quiet"
          className={styles.connected}
          to={paths.connection(relationship.connectionId ?? '')}
        >
          <span>Connected{toMember}</span>
        </LinkButton>
      )
    case 'blockedByMe':
      return <p className={patterns.small}>Blocked</p>
    case 'none':
      return relationship.nextRequestAt ? (
        <p className={patterns.small}>
          You can send a new request from <DateOf at={relationship.nextRequestAt} />
        </p>
      ) : (
        <ConnectButton member={entry} variant="secondary" />
      )
  }
}
