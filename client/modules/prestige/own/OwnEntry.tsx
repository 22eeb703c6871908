import { Link } from 'react-router-dom'

import * as m from '#shared/prestige/messages.ts'
import type { PrestigeEntry } from '#shared/prestige/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { confirmersLabel, lessLabel } from '#client/modules/prestige/labels.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich, strong } from '#client/ui/rich.tsx'

import { Disputes, EntryMenu } from './Disputes.tsx'
import styles from './own.module.css'

export function OwnEntry({ entry }: { entry: PrestigeEntry }) {
  const {
    kind,
    sentence,
    at,
    expiresAt,
    points,
    counted: countedPoints,
    less,
    voided,
    confirmedBy,
    others,
  } = entry
  return (
    <li className={styles.entry}>
      <div className={styles.line}>
        <h3 className={styles.sentence}>{sentence}</h3>
        <p className={styles.count}>{rich(m.ownCounts({ strong, counted: countedPoints, points }))}</p>
        <EntryMenu entry={entry} />
      </div>
      <p className={patterns.small}>
        <DateOf at={at} />
        {'\u00A0· '}
        {confirmersLabel(kind, <Confirmers confirmedBy={confirmedBy} others={others} />)}
      </p>
      <p className={patterns.small}>
        {less && `${lessLabel(less)}. `}
        {voided && (
          <>
            {voided.reason} (<DateOf at={voided.at} />)
          </>
        )}
        {!voided && less !== 'expired' && rich(m.ownCountsUntil({ date: <DateOf at={expiresAt} /> }))}
      </p>
      <Disputes entry={entry} />
    </li>
  )
}

const Confirmers = ({ confirmedBy, others }: Pick<PrestigeEntry, 'confirmedBy' | 'others'>) => (
  <>
    {confirmedBy.map(({ id, displayName, former }, index) => (
      <span key={id}>
        {index > 0 && ', '}
        {former ? displayName : <Link to={paths.memberProfile(id)}>{displayName}</Link>}
      </span>
    ))}
    {others > 0 && m.ownOthers({ names: confirmedBy.length, count: others })}
  </>
)
