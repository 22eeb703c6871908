import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import patterns from '#client/ui/patterns.module.css'

import { IntroductionCard } from './IntroductionCard.tsx'
import styles from './introductions.module.css'
import { introductions } from './queries.ts'

export function SuggestedIntroductions() {
  const { data } = useSuspenseQuery(introductions)
  const section = useFocusFallback<HTMLElement>(data.items.map(({ member }) => member.id).join())
  return (
    <section ref={section} tabIndex={-1} aria-label="Suggested introductions" className={styles.section}>
      <h2>Suggested introductions</h2>
      {data.items.length === 0 ? (
        <p className={patterns.muted}>
          No suggestions right now. Add <Link to={`${paths.ownProfile}#asks`}>asks and offers</Link> to get
          matched with other members.
        </p>
      ) : (
        <ul className={styles.list}>
          {data.items.map((introduction) => (
            <li key={introduction.member.id} className={styles.item}>
              <IntroductionCard introduction={introduction} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
