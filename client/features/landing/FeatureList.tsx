import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import page from '#client/ui/public-page.module.css'

import styles from './FeatureList.module.css'

const ITEMS = [
  {
    numeral: 'I',
    title: 'Events',
    text: 'See what’s coming up, in person or online. RSVP, and see how many seats are left. When an event is full, join the waitlist.',
  },
  {
    numeral: 'II',
    title: 'Connections',
    text: 'Find members by what they do, ask for and offer. Once you’re connected, see where you met and who you both know.',
  },
  {
    numeral: 'III',
    title: 'Growth meetings',
    text: 'One-to-one or in a small group, each with a purpose: an introduction, a referral, advice or mentoring. Promises stay visible until they’re done.',
  },
  {
    numeral: 'IV',
    title: 'Prestige',
    text: 'What you do for others earns points once they confirm it, and every point is explained. Nothing is earned for signing in, likes or money.',
  },
] as const

/** What the product offers, set like the programme of an evening. */
export const FeatureList = ({ slug }: { slug: string }) => (
  <section className={styles.sheet}>
    <div className={`${page.band} ${styles.inner}`}>
      <h2 className={page.heading}>What you can do here</h2>
      <ol className={styles.list}>
        {ITEMS.map(({ numeral, title, text }) => (
          <li key={title} className={styles.item}>
            <span className={styles.numeral} aria-hidden="true">
              {numeral}
            </span>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
      <p className={styles.more}>
        <Link viewTransition to={paths.prestige(slug)}>
          How prestige works
        </Link>
      </p>
    </div>
  </section>
)
