import page from '#client/ui/public-page.module.css'

import styles from './Ledger.module.css'

const EARNS = [
  { title: 'An introduction', words: 'You brought two people together who had reason to meet.' },
  { title: 'A referral', words: 'You sent someone to a member whose work you stand behind.' },
  { title: 'Advice', words: 'You gave your time and what you know, and it helped.' },
  { title: 'Business', words: 'A meeting between members led to work being done together.' },
] as const

const NEVER = ['Logging in', 'Likes', 'Money'] as const

const WRITTEN = [
  'what it was for',
  'how many points it brought',
  'one sentence that explains it',
  'who confirmed it',
  'until when it counts',
] as const

export const Ledger = () => (
  <section className={styles.sheet}>
    <div className={`${page.band} ${styles.inner}`}>
      <div className={styles.part}>
        <h2 className={page.heading}>What earns it</h2>
        <p>
          What comes of a growth meeting, once the other side confirms it. What only you say about yourself
          counts for nothing.
        </p>
        <dl className={styles.terms}>
          {EARNS.map(({ title, words }) => (
            <div key={title} className={styles.term}>
              <dt>{title}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.part}>
        <h2 className={page.heading}>What never does</h2>
        <ul className={styles.never}>
          {NEVER.map((what) => (
            <li key={what}>
              <svg viewBox="0 0 16 16" className={styles.cross} aria-hidden="true">
                <path d="m3 3 10 10M13 3 3 13" />
              </svg>
              {what}
            </li>
          ))}
        </ul>
        <h2 className={styles.small}>Every entry says</h2>
        <ul className={styles.written}>
          {WRITTEN.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      </div>
    </div>
  </section>
)
