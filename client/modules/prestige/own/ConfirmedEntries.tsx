import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { paths } from '#shared/lib/paths.ts'
import type { ConfirmedEntry } from '#shared/prestige/schema.ts'
import * as m from '#shared/prestige/messages.ts'
import { confirmedByMe } from '#client/modules/prestige/queries.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'

import { Disputes, EntryMenu } from './Disputes.tsx'
import styles from './own.module.css'

export function ConfirmedEntries() {
  const list = useSuspenseInfiniteQuery(confirmedByMe)
  if (list.data.length === 0) {
    return <EmptyState title={m.confirmedNone()}>{m.confirmedNoneText()}</EmptyState>
  }
  return (
    <div>
      <ul className={styles.entries}>
        {list.data.map((entry) => {
          const { id, sentence, at, voided, points } = entry
          const member = <Earner member={entry.member} />
          return (
            <li key={id} className={styles.entry}>
              <div className={styles.line}>
                <h3 className={styles.sentence}>{sentence}</h3>
                <EntryMenu entry={entry} />
              </div>
              <p className={patterns.small}>
                {rich(voided ? m.confirmedVoidFor({ member }) : m.confirmedFor({ points, member }))}
                {'\u00A0· '}
                <DateOf at={at} />
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

const Earner = ({ member: { id, displayName, former } }: Pick<ConfirmedEntry, 'member'>) =>
  former ? displayName : <Link to={paths.memberProfile(id)}>{displayName}</Link>
