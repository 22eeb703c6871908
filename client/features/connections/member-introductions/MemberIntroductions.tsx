import { useSuspenseQuery } from '@tanstack/react-query'

import type { MadeIntroduction } from '#shared/member-introductions.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import patterns from '#client/ui/patterns.module.css'

import { IntroductionQuestion } from './IntroductionQuestion.tsx'
import styles from './member-introductions.module.css'
import { memberIntroductions } from './queries.ts'

const MADE_SHOWN = 10

/**
 * On the list of connections: questions to the viewer, and what became of the introductions they made. Waits for them,
 * since they would move the list below.
 */
export function MemberIntroductions() {
  const { data } = useSuspenseQuery(memberIntroductions)
  const { asked, made } = data
  const section = useFocusFallback<HTMLElement>(asked.map(({ id, state }) => `${id} ${state}`).join())
  if (asked.length + made.length === 0) return null
  return (
    <section ref={section} tabIndex={-1} aria-label="Introductions" className={styles.section}>
      {asked.length > 0 && (
        <>
          <h2>Introductions</h2>
          <ul className={styles.list}>
            {asked.map((introduction) => (
              <li key={introduction.id} className={styles.item}>
                <IntroductionQuestion introduction={introduction} />
              </li>
            ))}
          </ul>
        </>
      )}
      {made.length > 0 && <Made items={made.slice(0, MADE_SHOWN)} />}
    </section>
  )
}

const Made = ({ items }: { items: readonly MadeIntroduction[] }) => (
  <details className={styles.made}>
    <summary>Introductions you made ({items.length})</summary>
    <ul className={patterns.ruled}>
      {items.map(({ id, people, state, introducedAt, expiresAt }) => (
        <li key={id}>
          <p>{people.map(({ displayName }) => displayName).join(' and ')}</p>
          <p className={patterns.small}>
            Introduced <DateOf at={introducedAt} />
            {' · '}
            {state === 'connected' && 'They’re connected'}
            {state === 'lapsed' && 'Expired without two answers'}
            {state === 'waiting' && (
              <>
                Waiting for answers · expires <DateOf at={expiresAt} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  </details>
)
