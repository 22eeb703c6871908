import styles from './Rosette.module.css'
import { classNames } from '#client/ui/class-names.ts'

interface RosetteProps {
  /** More petals make a richer engraving. */
  petals: number
  className?: string | undefined
}

/** A seal engraved like those on banknotes: one ellipse, rotated several times. */
export const Rosette = ({ petals, className }: RosetteProps) => (
  <svg viewBox="-104 -104 208 208" className={classNames(styles.rosette, className)} aria-hidden="true">
    <circle r="102" className={styles.edge} />
    <circle r="97" className={styles.edge} />
    {turns(petals).map((turn) => (
      <ellipse key={turn} rx="92" ry="34" transform={`rotate(${turn})`} />
    ))}
    {turns(Math.ceil(petals / 2)).map((turn) => (
      <ellipse key={turn} rx="48" ry="20" transform={`rotate(${turn})`} className={styles.inner} />
    ))}
    <circle r="17" className={styles.heart} />
    <path d="M-7 9V0a7 7 0 0 1 14 0V9Z" className={styles.door} />
  </svg>
)

const turns = (count: number) => Array.from({ length: count }, (_, index) => (index * 180) / count)
