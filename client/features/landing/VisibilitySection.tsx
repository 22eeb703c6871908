import page from '#client/ui/public-page.module.css'

import styles from './VisibilitySection.module.css'

const RINGS = [
  { name: 'Everyone', radius: 190 },
  { name: 'Members', radius: 144 },
  { name: 'Connections', radius: 98 },
  { name: 'Only me', radius: 52 },
] as const

const FOOT = 300

/** Four doors, one inside the other. */
const Doors = () => (
  <svg viewBox="0 0 400 320" className={styles.doors} aria-hidden="true">
    {RINGS.map(({ name, radius }, depth) => (
      <g key={name}>
        <path
          d={`M${200 - radius} ${FOOT}V200a${radius} ${radius} 0 0 1 ${2 * radius} 0V${FOOT}`}
          data-depth={depth}
          className={styles.door}
        />
        <text x="200" y={228 - radius} className={styles.name}>
          {name}
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
      <div className={styles.text}>
        <h2 className={page.heading}>You decide who sees what</h2>
        <p>
          Choose the visibility of each part of your profile: everyone, members, your connections or only you.
          Your email and phone number are visible to your connections only, unless you change that.
        </p>
        <p>Preview your profile as others. Download your data or delete your account at any time.</p>
      </div>
      <Doors />
    </div>
  </section>
)
