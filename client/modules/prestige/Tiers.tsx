import * as m from '#shared/prestige/messages.ts'
import { tierName } from '#shared/people/messages.ts'
import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { TIERS, type Tier } from '#shared/people/tiers.ts'
import page from '#client/ui/styles/public-page.module.css'

import { Rosette } from './Rosette.tsx'
import { PETALS } from './tier-petals.ts'
import styles from './Tiers.module.css'

export const Tiers = () => (
  <section className={`${page.band} ${styles.tiers}`}>
    <div className={page.text}>
      <h2 className={page.heading}>{m.tiersTitle()}</h2>
      <p>{m.tiersText({ days: RULES_IN_FORCE.graceDays })}</p>
    </div>
    <ol className={styles.list}>
      {TIERS.map((tier) => (
        <li key={tier} className={styles.tier}>
          <Rosette petals={PETALS[tier]} className={styles.seal} />
          <h3>{tierName({ tier })}</h3>
          <p className={styles.needs}>{needsOf(tier)}</p>
        </li>
      ))}
    </ol>
  </section>
)

function needsOf(tier: Tier) {
  const needs = RULES_IN_FORCE.tiers.find((other) => other.tier === tier)
  return needs ? m.tiersNeed(needs) : m.tiersNeedNothing()
}
