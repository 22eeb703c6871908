import type { PrestigeEntry } from '#shared/prestige.ts'
import { paths } from '#shared/paths.ts'
import { confirmedByLabel, LESS_LABELS } from '#client/features/prestige/labels.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Link } from 'react-router-dom'

import { Disputes, EntryMenu } from './Disputes.tsx'
import styles from './own.module.css'

export function OwnEntry({ entry }: { entry: PrestigeEntry }) {
  const { kind, sentence, at, expiresAt, points, counted, less, voided, confirmedBy, others } = entry
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <h3 className={styles.sentence}>{sentence}</h3>
        <p className={styles.count}>
          <strong>{counted}</strong> of {points}
        </p>
        <EntryMenu entry={entry} />
      </div>
      <p className={patterns.small}>
        <DateOf at={at} /> · {confirmedByLabel(kind)}{' '}
        {confirmedBy.map(({ id, displayName, former }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            {former ? displayName : <Link to={paths.memberProfile(id)}>{displayName}</Link>}
          </span>
        ))}
        {others > 0 &&
          `${confirmedBy.length > 0 ? ' and ' : ''}${others} ${others === 1 ? 'other' : 'others'}`}
      </p>
      <p className={patterns.small}>
        {less && `${LESS_LABELS[less]}. `}
        {voided && (
          <>
            {voided.reason} (<DateOf at={voided.at} />)
          </>
        )}
        {!voided && less !== 'expired' && (
          <>
            Counts until <DateOf at={expiresAt} />.
          </>
        )}
      </p>
      <Disputes entry={entry} />
    </li>
  )
}
