import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import page from '#client/ui/public-page.module.css'

import type { Product } from './Landing.tsx'
import styles from './Programme.module.css'

const ITEMS = [
  {
    numeral: 'I',
    title: 'Events',
    words:
      'See what is coming, day by day: in a room, online, or both. Say whether you will be there, and see how many seats are left. When there are none, the queue is fair and you know your place in it.',
  },
  {
    numeral: 'II',
    title: 'Connections',
    words:
      'Find members by what they do, what they ask for and what they offer. Send a short note. Once they accept, you see where you met, what you have done together and whom you both know.',
  },
  {
    numeral: 'III',
    title: 'Growth meetings',
    words:
      'One to one or in a small group, each with a purpose: an introduction, a referral, advice or mentoring. What was promised stays in sight until it is done.',
  },
  {
    numeral: 'IV',
    title: 'Prestige',
    words:
      'What you do for others, once they confirm it, is remembered and explained point by point. Nothing is earned for logging in, for likes or for money.',
  },
] as const

/** What the house offers, set like the programme of an evening. */
export const Programme = ({ product }: { product: Product }) => (
  <section className={styles.sheet}>
    <div className={`${page.band} ${styles.inner}`}>
      <h2 className={page.heading}>On the programme</h2>
      <ol className={styles.list}>
        {ITEMS.map(({ numeral, title, words }) => (
          <li key={title} className={styles.item}>
            <span className={styles.numeral} aria-hidden="true">
              {numeral}
            </span>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.words}>{words}</p>
          </li>
        ))}
      </ol>
      <p className={styles.more}>
        <Link viewTransition to={paths.prestige(product.slug)}>
          How prestige works
        </Link>
      </p>
    </div>
  </section>
)
