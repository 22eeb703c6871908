import { AWARD_KINDS, RULES_IN_FORCE } from '#shared/prestige-rules.ts'
import page from '#client/ui/public-page.module.css'

import { points } from '#shared/prestige-labels.ts'
import { KIND_LABELS } from './labels.ts'
import styles from './Ledger.module.css'

const NEVER = ['Signing in', 'Likes', 'Money'] as const

const WRITTEN = [
  'what it was for',
  'how many points it earned',
  'one sentence that explains it',
  'who confirmed it',
  'when it stops counting',
] as const

const EARNS = AWARD_KINDS.toSorted((a, b) => RULES_IN_FORCE.points[b] - RULES_IN_FORCE.points[a])

const { samePairDays, samePairShares } = RULES_IN_FORCE
const SAME_ORGANISER = ` After ${samePairShares.indexOf(0)} events with the same organiser within ${samePairDays} days, further ones earn nothing.`

export const Ledger = () => (
  <section className={styles.sheet}>
    <div className={`${page.band} ${styles.inner}`}>
      <div className={styles.part}>
        <h2 className={page.heading}>What earns points</h2>
        <p>
          What you do for other members, once the other side confirms it. What you say about yourself doesn’t
          count. These are the current rules (version {RULES_IN_FORCE.version}).
        </p>
        <dl className={styles.terms}>
          {EARNS.map((kind) => (
            <div key={kind} className={styles.term}>
              <dt>{KIND_LABELS[kind].title}</dt>
              <dd>
                {KIND_LABELS[kind].text}
                {kind === 'eventHosted' && ` It takes at least ${RULES_IN_FORCE.hostedCheckIns}.`}
                {kind === 'eventAttended' && SAME_ORGANISER}
              </dd>
              <dd className={styles.points}>{points(RULES_IN_FORCE.points[kind])}</dd>
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
