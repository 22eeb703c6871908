import { useSuspenseQuery } from '@tanstack/react-query'

import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/people/messages.ts'
import type { MadeIntroduction } from '#shared/people/introductions.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'

import { IntroductionQuestion } from './IntroductionQuestion.tsx'
import styles from './introductions.module.css'
import { introductions } from './queries.ts'

const MADE_SHOWN = 10

/**
 * Introductions on the list of connections: questions to the viewer, and outcomes of those they made. Suspends until
 * they are loaded, because they would move the list below.
 */
export function Introductions() {
  const { data } = useSuspenseQuery(introductions)
  const { asked, made } = data
  if (asked.length + made.length === 0) return null
  return (
    <section aria-label={m.introductions()} className={styles.section}>
      {asked.length > 0 && (
        <>
          <h2>{m.introductions()}</h2>
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
    <summary>{m.introductionsMade({ count: items.length })}</summary>
    <ul className={patterns.ruled}>
      {items.map(({ id, people, state, introducedAt, expiresAt }) => (
        <li key={id}>
          <p>
            <IsolatedText>{formatList(people.map(({ displayName }) => displayName))}</IsolatedText>
          </p>
          <p className={patterns.small}>
            {rich(
              m.introductionMade({
                date: <DateOf at={introducedAt} />,
                state,
                expiry: <DateOf at={expiresAt} />,
              }),
            )}
          </p>
        </li>
      ))}
    </ul>
  </details>
)
