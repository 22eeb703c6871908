import { useSuspenseQuery } from '@tanstack/react-query'

import { useKeptFocus } from '#client/lib/use-kept-focus.ts'

import { IntroductionCard } from './IntroductionCard.tsx'
import styles from './introductions.module.css'
import { introductions } from './queries.ts'

export function PeopleWorthMeeting() {
  const { data } = useSuspenseQuery(introductions)
  const place = useKeptFocus<HTMLElement>(data.items.length)
  return (
    <section ref={place} tabIndex={-1} aria-label="People worth meeting" className={styles.section}>
      {data.items.length > 0 && (
        <>
          <h2>People worth meeting</h2>
          <ul className={styles.list}>
            {data.items.map((introduction) => (
              <li key={introduction.member.id} className={styles.item}>
                <IntroductionCard introduction={introduction} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
