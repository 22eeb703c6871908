import page from '#client/ui/public-page.module.css'

import styles from './Ledger.module.css'

const EARNS = [
  { title: 'An introduction', text: 'You introduced two people who had a reason to meet.' },
  { title: 'A referral', text: 'You recommended a member whose work you trust.' },
  { title: 'Advice', text: 'You shared your time and knowledge, and it helped.' },
  { title: 'Business', text: 'A meeting between members led to work together.' },
] as const

const NEVER = ['Signing in', 'Likes', 'Money'] as const

const WRITTEN = [
  'what it was for',
  'how many points it earned',
  'one sentence that explains it',
  'who confirmed it',
  'when it stops counting',
] as const

export const Ledger = () => (
  <section className={styles.sheet}>
    <div className={`${page.band} ${styles.inner}`}>
      <div className={styles.part}>
        <h2 className={page.heading}>What earns points</h2>
        <p>
          The outcomes of a growth meeting, once the other side confirms them. What you say about yourself
          doesn’t count.
        </p>
        <dl className={styles.terms}>
          {EARNS.map(({ title, text }) => (
            <div key={title} className={styles.term}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.part}>
        <h2 className={page.heading}>What doesn’t</h2>
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
        <h2 className={styles.small}>Every entry shows</h2>
        <ul className={styles.written}>
          {WRITTEN.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      </div>
    </div>
  </section>
)
