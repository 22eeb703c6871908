import { RULES_IN_FORCE, TIERS, type Tier } from '#shared/prestige-rules.ts'
import page from '#client/ui/public-page.module.css'

import { people, points } from '#shared/prestige-labels.ts'
import { Rosette } from './Rosette.tsx'
import { PETALS } from './tier-petals.ts'
import styles from './Tiers.module.css'

export const Tiers = () => (
  <section className={`${page.band} ${styles.tiers}`}>
    <div className={styles.text}>
      <h2 className={page.heading}>Four tiers</h2>
      <p>
        Everyone starts as a member. Your tier is calculated from the entries that count today, by published
        rules, so the same entries always give the same tier. When points run out, you keep the tier for{' '}
        {RULES_IN_FORCE.graceDays} more days.
      </p>
    </div>
    <ol className={styles.list}>
      {TIERS.map((tier) => (
        <li key={tier} className={styles.tier}>
          <Rosette petals={PETALS[tier]} className={styles.seal} />
          <h3>{tier}</h3>
          <p className={styles.needs}>{needsOf(tier)}</p>
        </li>
      ))}
    </ol>
  </section>
)

function needsOf(tier: Tier) {
  const needs = RULES_IN_FORCE.tiers.find((other) => other.tier === tier)
  return needs
    ? `${points(needs.points)}, confirmed by ${people(needs.people)} or more`
    : 'Everyone starts here'
}
