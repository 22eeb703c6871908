import * as m from '#shared/prestige/messages.ts'
import { AWARD_KINDS, RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import page from '#client/ui/styles/public-page.module.css'

import { kindText } from './labels.ts'
import styles from './Ledger.module.css'

const NEVER = [m.ledgerNotSigningIn, m.ledgerNotLikes, m.ledgerNotMoney]

const WRITTEN = [
  m.ledgerEntrySubject,
  m.ledgerEntryPoints,
  m.ledgerEntrySentence,
  m.ledgerEntryConfirmer,
  m.ledgerEntryEnd,
]

const EARNS = AWARD_KINDS.toSorted((a, b) => RULES_IN_FORCE.points[b] - RULES_IN_FORCE.points[a])

export const Ledger = () => (
  <section className={page.sheet}>
    <div className={`${page.band} ${styles.inner}`}>
      <div className={page.text}>
        <h2 className={page.heading}>{m.ledgerTitle()}</h2>
        <p>{m.ledgerText({ version: RULES_IN_FORCE.version })}</p>
        <dl className={styles.terms}>
          {EARNS.map((kind) => (
            <div key={kind} className={styles.term}>
              <dt>{m.kindTitle({ kind })}</dt>
              <dd>{kindText(kind)}</dd>
              <dd className={styles.points}>{m.points({ count: RULES_IN_FORCE.points[kind] })}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={page.text}>
        <h2 className={page.heading}>{m.ledgerNotTitle()}</h2>
        <ul className={styles.never}>
          {NEVER.map((what) => (
            <li key={what()}>
              <svg viewBox="0 0 16 16" className={styles.cross} aria-hidden="true">
                <path d="m3 3 10 10M13 3 3 13" />
              </svg>
              {what()}
            </li>
          ))}
        </ul>
        <h2 className={styles.small}>{m.ledgerEntryTitle()}</h2>
        <ul className={styles.written}>
          {WRITTEN.map((what) => (
            <li key={what()}>{what()}</li>
          ))}
        </ul>
      </div>
    </div>
  </section>
)
