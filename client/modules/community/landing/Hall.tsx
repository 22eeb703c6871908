import styles from './Hall.module.css'
import { Person, type PersonLook } from './Person.tsx'

const GUESTS: readonly (PersonLook & { x: number; y: number })[] = [
  { x: 112, y: 318, hair: 'bob', facing: 1, coat: 'gold', skin: 'light' },
  { x: 184, y: 310, hair: 'short', facing: -1, coat: 'accent', skin: 'deep' },
  { x: 262, y: 316, hair: 'scarf', facing: 1, coat: 'plain', skin: 'middle' },
  { x: 378, y: 316, hair: 'beard', facing: -1, coat: 'plain', skin: 'light' },
  { x: 456, y: 308, hair: 'bun', facing: 1, coat: 'accent', skin: 'middle' },
  { x: 528, y: 318, hair: 'curls', facing: -1, coat: 'gold', skin: 'deep' },
]

const Arch = ({ x, width, spring, foot }: { x: number; width: number; spring: number; foot: number }) => {
  const outline = (inset: number) => {
    const radius = width / 2 - inset
    return `M${x + inset} ${foot}V${spring}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${foot}`
  }
  return (
    <>
      <path d={outline(0)} className={styles.arch} />
      <path d={outline(9)} className={styles.opening} />
    </>
  )
}

/** A rose window: petals around a ring, as circles so that it stays crisp at any size. */
const Rose = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`} className={styles.rose}>
    <circle r="46" />
    {Array.from({ length: 8 }, (_, petal) => (
      <ellipse key={petal} cy="-25" rx="10" ry="17" transform={`rotate(${petal * 45})`} />
    ))}
    <circle r="7" className={styles.sun} />
  </g>
)

const Lamp = ({ x, top, length }: { x: number; top: number; length: number }) => (
  <g transform={`translate(${x} ${top})`}>
    <path d={`M0 0v${length}`} className={styles.fine} />
    <path d={`M-13 ${length + 14}a13 14 0 0 1 26 0Z`} className={styles.shade} />
    <circle cy={length + 18} r="4" className={styles.sun} />
  </g>
)

const FLOOR = 508
const TABLE = { left: 64, right: 576, top: 372, foot: 468 }
const FOLDS = 16

/** The cloth's hem hangs in even scallops. */
function cloth() {
  const width = (TABLE.right - TABLE.left) / FOLDS
  const scallop = `a${width / 2} 9 0 0 1 ${-width} 0`
  return `M${TABLE.left} ${TABLE.top + 10}H${TABLE.right}V${TABLE.foot}${scallop.repeat(FOLDS)}Z`
}

const Cup = ({ x }: { x: number }) => (
  <path
    transform={`translate(${x} ${TABLE.top})`}
    d="M-7 -13h14v6a7 7 0 0 1-14 0ZM7 -11h3a3 3 0 0 1 0 6h-3.5"
    className={styles.ware}
  />
)

const Sprig = () => (
  <g transform={`translate(320 ${TABLE.top})`}>
    <path d="M-9 0c-5-8-3-15 0-18h18c3 3 5 10 0 18Z" className={styles.ware} />
    <path
      d="M0 -18v-34M0 -30c-12 0-17-8-17-16 10 0 17 6 17 16ZM0 -36c0-11 7-18 18-18 0 10-6 18-18 18ZM0 -50c-6-5-6-13 0-19 6 6 6 14 0 19Z"
      className={styles.leaf}
    />
  </g>
)

/** The seat that is still free, in front of the table. */
const Chair = () => (
  <g className={styles.chair}>
    <path d="M276 508v-76a44 44 0 0 1 88 0v76" />
    <path d="M290 478v-44a30 30 0 0 1 60 0v44" />
    <path d="M308 478v-70M332 478v-70M320 478v-75" />
    <path d="M268 478h104a6 6 0 0 1 6 6v6h-116v-6a6 6 0 0 1 6-6Z" className={styles.seat} />
  </g>
)

/** Members at the long table of their hall, and one seat free. */
export const Hall = () => (
  <svg viewBox="0 0 640 528" className={styles.hall} aria-hidden="true">
    <Arch x={30} width={160} spring={208} foot={FLOOR} />
    <Arch x={450} width={160} spring={208} foot={FLOOR} />
    <Arch x={205} width={230} spring={168} foot={FLOOR} />
    <Rose x={320} y={142} />
    <path d="M214 214h212M284 214v160M356 214v160" className={styles.fine} />
    <Lamp x={110} top={137} length={52} />
    <Lamp x={530} top={137} length={52} />
    {GUESTS.map(({ x, y, ...look }) => (
      <Person key={x} transform={`translate(${x} ${y})`} {...look} />
    ))}
    <path d={cloth()} className={styles.cloth} />
    <rect
      x={TABLE.left - 12}
      y={TABLE.top}
      width={TABLE.right - TABLE.left + 24}
      height="12"
      rx="4"
      className={styles.board}
    />
    <Sprig />
    {[150, 224, 416, 492].map((x) => (
      <Cup key={x} x={x} />
    ))}
    <path d={`M8 ${FLOOR}h624`} className={styles.floor} />
    <Chair />
  </svg>
)
