import { Link } from 'react-router-dom'

import * as m from '#shared/community/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import page from '#client/ui/styles/public-page.module.css'

import styles from './FeatureList.module.css'

const ITEMS = [
  { numeral: 'I', title: m.featuresEvents, text: m.featuresEventsText },
  { numeral: 'II', title: m.featuresConnections, text: m.featuresConnectionsText },
  { numeral: 'III', title: m.featuresMeetings, text: m.featuresMeetingsText },
  { numeral: 'IV', title: m.featuresPrestige, text: m.featuresPrestigeText },
]

/** The product's features, typeset like the programme of an evening. */
export const FeatureList = ({ slug }: { slug: string }) => (
  <section className={page.sheet}>
    <div className={`${page.band} ${styles.inner}`}>
      <h2 className={page.heading}>{m.featuresTitle()}</h2>
      <ol className={styles.list}>
        {ITEMS.map(({ numeral, title, text }) => (
          <li key={numeral} className={styles.item}>
            <span className={styles.numeral} aria-hidden="true">
              {numeral}
            </span>
            <h3 className={styles.title}>{title()}</h3>
            <p className={styles.text}>{text()}</p>
          </li>
        ))}
      </ol>
      <p className={styles.more}>
        <Link viewTransition to={paths.prestige(slug)}>
          {m.howPrestigeWorks()}
        </Link>
      </p>
    </div>
  </section>
)
