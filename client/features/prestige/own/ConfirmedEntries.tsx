import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { points } from '#shared/prestige-labels.ts'
import { confirmedByMe } from '#client/features/prestige/queries.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import patterns from '#client/ui/patterns.module.css'
import { ShowMore } from '#client/ui/ShowMore.tsx'

import { Disputes, EntryMenu } from './Disputes.tsx'
import styles from './own.module.css'

export function ConfirmedEntries() {
  const list = useSuspenseInfiniteQuery(confirmedByMe)
  if (list.data.length === 0) {
    return (
      <EmptyState title="Nothing yet">
        When you confirm what someone did for you, or check in guests, it appears here.
      </EmptyState>
    )
  }
  return (
    <div>
      <ul className={styles.entries}>
        {list.data.map((entry) => {
          const { id, sentence, at, voided, member } = entry
          return (
            <li key={id} className={styles.entry}>
              <div className={styles.line}>
                <h3 className={styles.sentence}>{sentence}</h3>
                <EntryMenu entry={entry} />
              </div>
              <p className={patterns.small}>
                {voided ? 'Void' : points(entry.points)} for{' '}
                {member.former ? (
                  member.displayName
                ) : (
                  <Link to={paths.memberProfile(member.id)}>{member.displayName}</Link>
                )}{' '}
                · <DateOf at={at} />
              </p>
              <Disputes entry={entry} />
            </li>
          )
        })}
      </ul>
      <ShowMore {...list} />
    </div>
  )
}
