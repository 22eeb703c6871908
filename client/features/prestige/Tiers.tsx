import { TIERS, type Tier } from '#shared/prestige-rules.ts'
import page from '#client/ui/public-page.module.css'

import { Rosette } from './Rosette.tsx'
import styles from './Tiers.module.css'

const PETALS: Record<Tier, number> = { Member: 4, Bronze: 8, Silver: 14, Gold: 22 }

export const Tiers = () => (
  <section className={`${page.band} ${styles.tiers}`}>
    <div className={styles.text}>
      <h2 className={page.heading}>Four tiers</h2>
      <p>
        Everyone starts as a member. Your tier is calculated from the entries that count today, by published
        rules, so the same entries always give the same tier.
      </p>
    </div>
    <ol className={styles.list}>
      {TIERS.map((tier) => (
        <li key={tier} className={styles.tier}>
          <Rosette petals={PETALS[tier]} className={styles.seal} />
          <h3>{tier}</h3>
        </li>
      ))}
    </ol>
  </section>
)
