import styles from './LongTable.module.css'

const SEATS = 14
const STEP = 72
const LEFT = -((SEATS - 1) * STEP) / 2
const COATS = ['accent', 'plain', 'gold', 'plain', 'accent', 'gold', 'plain'] as const
/** The one that is kept for whoever comes next. */
const FREE = 9

/** Who talks to whom: seat above, seat below. Drawn as threads across the table. */
const TALKS = [
  [0, 1],
  [2, 0],
  [3, 4],
  [5, 3],
  [5, 6],
  [7, 8],
  [8, 7],
  [10, 11],
  [12, 10],
  [12, 13],
] as const

const at = (seat: number) => LEFT + seat * STEP

/** A long table from above, as on a seating plan. Wider than a phone: there, its middle is seen. */
export const LongTable = () => (
  <svg
    viewBox="-560 -150 1120 300"
    preserveAspectRatio="xMidYMid slice"
    className={styles.plan}
    aria-hidden="true"
  >
    {[-1, 1].map((side) =>
      Array.from({ length: SEATS }, (_, seat) => (
        <Seat key={`${side} ${seat}`} x={at(seat)} side={side} coat={coatOf(seat, side)} />
      )),
    )}
    <rect x="-540" y="-58" width="1080" height="116" rx="14" className={styles.table} />
    <rect x="-530" y="-48" width="1060" height="96" rx="8" className={styles.rim} />
    {TALKS.map(([above, below]) => (
      <path
        key={`${above} ${below}`}
        d={`M${at(above)} -50C${at(above)} -6 ${at(below)} 6 ${at(below)} 50`}
        className={styles.thread}
      />
    ))}
    {[-432, -144, 144, 432].map((x) => (
      <g key={x}>
        <circle cx={x} r="11" className={styles.lamp} />
        <circle cx={x} r="4" className={styles.flame} />
      </g>
    ))}
  </svg>
)

const coatOf = (seat: number, side: number) =>
  side === 1 && seat === FREE ? undefined : COATS[(seat * 3 + (side === 1 ? 2 : 0)) % COATS.length]

const Seat = ({ x, side, coat }: { x: number; side: number; coat: string | undefined }) => (
  <g transform={`translate(${x} ${side * 88}) scale(1 ${-side})`}>
    <path d="M-27 -6a27 22 0 0 1 54 0" className={styles.chair} data-free={coat ? undefined : ''} />
    {coat && (
      <>
        <ellipse rx="23" ry="14" className={styles[coat]} />
        <circle r="10" className={styles.head} />
      </>
    )}
  </g>
)
