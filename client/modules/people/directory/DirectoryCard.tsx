import { Link } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import type { DirectoryEntry } from '#shared/people/directory.ts'
import { paths } from '#shared/lib/paths.ts'
import { ConnectButton } from '#client/modules/people/connections/relationship/ConnectButton.tsx'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { MarkedText } from '#client/ui/text/MarkedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'

import { CardAction, CardStatus } from './CardStatus.tsx'
import { MatchedLine } from './MatchedLine.tsx'
import styles from './directory.module.css'

interface CardsProps extends Omit<Props, 'entry'> {
  entries: readonly DirectoryEntry[]
}

export const DirectoryCards = ({ entries, ...rest }: CardsProps) => (
  <ul className={styles.cards}>
    {entries.map((entry) => (
      <DirectoryCard key={entry.id} entry={entry} {...rest} />
    ))}
  </ul>
)

interface Props {
  entry: DirectoryEntry
  /** The search whose words are marked. */
  query: string
  onKeyword: (keyword: string) => void
}

const KEYWORDS_SHOWN = 4

function DirectoryCard({ entry, query, onKeyword }: Props) {
  const { id, displayName, photo, headline, company, city, keywords = [], line, marks } = entry
  const marked = (text: string) => (
    <MarkedText query={query} marks={marks}>
      {text}
    </MarkedText>
  )
  return (
    <li className={styles.card}>
      <Avatar name={displayName} photo={photo} />
      <div className={styles.member}>
        <Link viewTransition to={paths.memberProfile(id)} className={styles.name}>
          {marked(displayName)}
        </Link>
        {headline && <p>{marked(headline)}</p>}
        <p className={patterns.small}>{marked(dotted([company, city]))}</p>
      </div>
      {(line || keywords.length > 0) && (
        <div className={styles.about}>
          {line && (
            <p className={styles.line}>
              <MatchedLine line={line} query={query} marks={marks} />
            </p>
          )}
          {keywords.length > 0 && (
            <ul className={styles.keywords} aria-label={m.cardKeywords({ name: displayName })}>
              {keywords.slice(0, KEYWORDS_SHOWN).map((keyword) => (
                <li key={keyword}>
                  <button type="button" className={styles.keyword} onClick={() => onKeyword(keyword)}>
                    {keyword}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {/* Only the first step; the profile has the rest. */}
      <CardAction memberId={id} listed={entry.relationship}>
        {(relationship) =>
          relationship ? (
            <CardStatus member={entry} relationship={relationship} />
          ) : (
            <ConnectButton member={entry} variant="secondary" />
          )
        }
      </CardAction>
    </li>
  )
}
