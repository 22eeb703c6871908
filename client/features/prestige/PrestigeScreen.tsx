import { inDays, PRESTIGE } from '#shared/prestige.ts'
import page from '#client/ui/public-page.module.css'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { Ledger } from './Ledger.tsx'
import styles from './PrestigeScreen.module.css'
import { Rosette } from './Rosette.tsx'
import { SamePair } from './SamePair.tsx'
import { Tiers } from './Tiers.tsx'

export const Component = () => (
  <>
    <ScreenTitle>Prestige</ScreenTitle>
    <section className={`${page.band} ${page.hero} ${styles.hero}`}>
      <div className={styles.words}>
        <h1 className={page.title}>Earned by helping, confirmed by those you helped</h1>
        <p className={page.lead}>
          Prestige is how this community remembers what its members do for each other. Every point can be
          explained, and none can be bought.
        </p>
      </div>
      <Rosette petals={24} className={styles.seal} />
    </section>
    <Ledger />
    <SamePair />
    <section className={styles.sheet}>
      <div className={`${page.band} ${styles.pair}`}>
        <div className={styles.words}>
          <h2 className={page.heading}>It counts while it is fresh</h2>
          <p>
            Each entry counts for {inDays(PRESTIGE.validFor)} days and then rests. It stays in your history,
            but your tier speaks of what you do now, not of years ago. Weekly caps keep one busy week from
            outweighing the rest.
          </p>
        </div>
        <div className={styles.words}>
          <h2 className={page.heading}>If something looks wrong</h2>
          <p>
            Each entry can be disputed. Nothing is erased in silence: an entry that falls is marked as void,
            with who decided it and why, and it stops counting.
          </p>
        </div>
      </div>
    </section>
    <Tiers />
  </>
)
