import styles from './RoundTable.module.css'

const SEATS = [
  { turn: 0, coat: 'accent' },
  { turn: 72, coat: 'plain' },
  { turn: 144, coat: 'gold' },
  { turn: 216, coat: 'plain' },
  { turn: 288, coat: 'accent' },
] as const

/** Every seat joined to the two across from it: a pentagram. */
const STAR = 'M0 -82L48.2 66.3L-78 -25.3L78 -25.3L-48.2 66.3Z'

/**
 * Five people at a round table, seen from above as on a seating plan; the threads between them stand for their
 * connections.
 */
export const RoundTable = () => (
  <svg viewBox="-210 -210 420 420" className={styles.plan} aria-hidden="true">
    <circle r="205" className={styles.rug} />
    <circle r="196" className={styles.border} />
    {SEATS.map(({ turn, coat }) => (
      <g key={turn} transform={`rotate(${turn}) translate(0 -142)`}>
        <path d="M-40 -6a40 30 0 0 1 80 0" className={styles.chair} />
        <ellipse rx="34" ry="20" className={styles[coat]} />
        <path d="M-26 12C-30 26 -26 34 -16 38M26 12C30 26 26 34 16 38" className={styles.arm} />
        <circle r="14" className={styles.head} />
      </g>
    ))}
    <circle r="106" className={styles.table} />
    <circle r="97" className={styles.rim} />
    <path d={STAR} className={styles.thread} />
    {SEATS.map(({ turn, coat }) => (
      <g key={turn} transform={`rotate(${turn}) translate(0 -82)`}>
        {coat === 'plain' ? (
          <rect
            x="-11"
            y="-8"
            width="22"
            height="28"
            rx="2"
            transform="rotate(-8)"
            className={styles.sheet}
          />
        ) : (
          <circle r="9" className={styles.cup} />
        )}
      </g>
    ))}
    <circle r="13" className={styles.lamp} />
    <circle r="5" className={styles.flame} />
  </svg>
)
