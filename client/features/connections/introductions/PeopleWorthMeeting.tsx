import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'

import { IntroductionCard } from './IntroductionCard.tsx'
import styles from './introductions.module.css'
import { introductions } from './queries.ts'

export function PeopleWorthMeeting() {
  const { data } = useSuspenseQuery(introductions)
  const place = useKeptFocus<HTMLElement>(data.items.map(({ member }) => member.id).join())
  return (
    <section ref={place} tabIndex={-1} aria-label="People worth meeting" className={styles.section}>
      <h2>People worth meeting</h2>
      {data.items.length === 0 ? (
        <p className={styles.none}>
          There is nobody to suggest right now. Say{' '}
          <Link to={`${paths.ownProfile}#asks`}>what you ask for and offer</Link>, and the people it concerns
          turn up here.
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
