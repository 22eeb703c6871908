import { useSearchParams } from 'react-router-dom'

import { RULES_IN_FORCE } from '#shared/prestige-rules.ts'
import page from '#client/ui/public-page.module.css'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { Ledger } from './Ledger.tsx'
import styles from './PrestigeScreen.module.css'
import { PublicMembers } from './PublicMembers.tsx'
import { PublicStatement } from './PublicStatement.tsx'
import { Rosette } from './Rosette.tsx'
import { SamePair } from './SamePair.tsx'
import { Tiers } from './Tiers.tsx'
import { WorkedExample } from './WorkedExample.tsx'

/** The rules and the members who show their tier, or one member's statement (`?statement=…`). */
export function Component() {
  const [search] = useSearchParams()
  const secret = search.get('statement')
  return secret === null ? <Rules /> : <PublicStatement secret={secret} />
}

const Rules = () => (
  <>
    <ScreenTitle>Prestige</ScreenTitle>
    <section className={`${page.band} ${page.hero} ${styles.hero}`}>
      <div className={styles.text}>
        <h1 className={page.title}>Earned by helping, confirmed by those you helped</h1>
        <p className={page.lead}>
          Prestige shows what members do for each other. Every point can be explained, and none can be bought.
        </p>
      </div>
      <Rosette petals={24} className={styles.seal} />
    </section>
    <Ledger />
    <SamePair />
    <section className={styles.sheet}>
      <div className={`${page.band} ${styles.pair}`}>
        <div className={styles.text}>
          <h2 className={page.heading}>Recent help counts</h2>
          <p>
            Each entry counts for {RULES_IN_FORCE.validDays} days. It stays in your history after that, but
            your tier reflects what you do now. At most {RULES_IN_FORCE.weeklyCap} points of a week count, so
            that one busy week doesn’t outweigh the rest.
          </p>
        </div>
        <div className={styles.text}>
          <h2 className={page.heading}>If something looks wrong</h2>
          <p>
            Anyone who earned or confirmed an entry can dispute it. Nothing is deleted silently: a void entry
            shows who decided it and why, and stops counting.
          </p>
        </div>
      </div>
    </section>
    <Tiers />
    <WorkedExample />
    <PublicMembers />
  </>
)
