import { Link } from 'react-router-dom'

import type { DirectoryEntry } from '#shared/directory.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { paths } from '#shared/paths.ts'
import { Avatar } from '#client/ui/Avatar.tsx'

import { CardAction } from './CardAction.tsx'
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
      <div className={styles.who}>
        <Link viewTransition to={paths.memberProfile(id)} className={styles.name}>
          {displayName}
        </Link>
        {headline && <p className={styles.headline}>{headline}</p>}
        <p className={styles.where}>{[company, city].filter(Boolean).join(' · ')}</p>
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
