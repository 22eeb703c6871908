import { formatPercent } from '#shared/lib/language/numbers.ts'
import * as m from '#shared/prestige/messages.ts'
import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import page from '#client/ui/styles/public-page.module.css'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './SamePair.module.css'

const ORDINALS = [m.samePairFirst, m.samePairSecond, m.samePairLater]

export const SamePair = () => (
  <section className={`${page.band} ${styles.pair}`}>
    <div className={page.text}>
      <h2 className={page.heading}>{m.samePairTitle()}</h2>
      <p>{m.samePairText({ days: RULES_IN_FORCE.samePairDays })}</p>
    </div>
    <ol className={styles.shares}>
      {RULES_IN_FORCE.samePairShares.map((share, index) => (
        <li key={share} className={styles.share}>
          <Coin share={share} />
          <strong className={styles.percent}>{formatPercent(share)}</strong>
          <span className={patterns.small}>{ORDINALS[index]?.()}</span>
        </li>
      ))}
    </ol>
  </section>
)

/** Filled from below in proportion to the share. */
const Coin = ({ share }: { share: number }) => (
  <svg viewBox="-52 -52 104 104" className={styles.coin} aria-hidden="true">
    <clipPath id={`coin-${share}`}>
      <rect x="-50" y={44 - 88 * share} width="100" height={88 * share} />
    </clipPath>
    <circle r="44" className={styles.full} clipPath={`url(#coin-${share})`} />
    <circle r="50" className={styles.edge} />
    <circle r="44" className={styles.rim} />
  </svg>
)
