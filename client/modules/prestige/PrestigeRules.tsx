import * as m from '#shared/prestige/messages.ts'
import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import page from '#client/ui/styles/public-page.module.css'

import { Ledger } from './Ledger.tsx'
import styles from './PrestigeScreen.module.css'
import { Rosette } from './Rosette.tsx'
import { SamePair } from './SamePair.tsx'
import { Tiers } from './Tiers.tsx'

/** The part that needs no data. */
export const PrestigeRules = () => (
  <>
    <section className={`${page.band} ${page.hero} ${styles.hero}`}>
      <div className={styles.text}>
        <h1 className={page.title}>{m.rulesTitle()}</h1>
        <p className={page.lead}>{m.rulesLead()}</p>
      </div>
      <Rosette petals={24} className={styles.seal} />
    </section>
    <Ledger />
    <SamePair />
    <section className={page.sheet}>
      <div className={`${page.band} ${styles.pair}`}>
        <div className={styles.text}>
          <h2 className={page.heading}>{m.recentTitle()}</h2>
          <p>{m.recentText({ days: RULES_IN_FORCE.validDays, cap: RULES_IN_FORCE.weeklyCap })}</p>
        </div>
        <div className={styles.text}>
          <h2 className={page.heading}>{m.wrongTitle()}</h2>
          <p>{m.wrongText()}</p>
        </div>
      </div>
    </section>
    <Tiers />
  </>
)
