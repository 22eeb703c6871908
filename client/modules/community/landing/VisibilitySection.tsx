import * as m from '#shared/community/messages.ts'
import page from '#client/ui/styles/public-page.module.css'

import styles from './VisibilitySection.module.css'

const RINGS = [
  { name: m.visibilityEveryone, radius: 190 },
  { name: m.visibilityMembers, radius: 144 },
  { name: m.visibilityConnections, radius: 98 },
  { name: m.visibilityOnlyMe, radius: 52 },
] as const

const FOOT = 300

/** Four nested doors, one for each visibility. */
const Doors = () => (
  <svg viewBox="0 0 400 320" className={styles.doors} aria-hidden="true">
    {RINGS.map(({ name, radius }, depth) => (
      <g key={radius}>
        <path
          d={`M${200 - radius} ${FOOT}V200a${radius} ${radius} 0 0 1 ${2 * radius} 0V${FOOT}`}
          data-depth={depth}
          className={styles.door}
        />
        <text x="200" y={228 - radius} className={styles.name}>
          {name()}
        </text>
      </g>
    ))}
    <circle cx="200" cy="236" r="12" className={styles.you} />
    <path d="M176 282c0-16 10-25 24-25s24 9 24 25Z" className={styles.you} />
    <path d={`M0 ${FOOT}h400`} className={styles.floor} />
  </svg>
)

export const VisibilitySection = () => (
  <section className={styles.sheet}>
    <div className={`${page.band} ${styles.inner}`}>
      <div className={page.text}>
        <h2 className={page.heading}>{m.visibilityTitle()}</h2>
        <p>{m.visibilityText()}</p>
        <p>{m.visibilityMore()}</p>
      </div>
      <Doors />
    </div>
  </section>
)
