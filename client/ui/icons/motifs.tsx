import type { ReactNode } from 'react'

import styles from './motifs.module.css'

const motif = (shape: ReactNode) => () => (
  <svg viewBox="0 0 160 100" className={styles.motif} aria-hidden="true">
    {shape}
  </svg>
)

/** Small drawings for empty states. Decorative: the meaning is in the text next to them. */
export const ArchesMotif = motif(
  <>
    <path d="M22 90V52a16 16 0 0 1 32 0v38M106 90V52a16 16 0 0 1 32 0v38" />
    <path d="M62 90V40a18 18 0 0 1 36 0v50M68 90V41a12 12 0 0 1 24 0v49" />
    <path d="M10 90h140" />
    <path d="M80 12v16" />
    <circle cx="80" cy="34" r="5" className={styles.gold} />
    <path d="M38 36v10M122 36v10" />
    <circle cx="38" cy="50" r="3" className={styles.gold} />
    <circle cx="122" cy="50" r="3" className={styles.gold} />
  </>,
)

export const CirclesMotif = motif(
  <>
    <circle cx="60" cy="54" r="34" />
    <circle cx="100" cy="54" r="34" />
    <path d="M80 26.5a34 34 0 0 1 0 55a34 34 0 0 1 0-55Z" className={styles.wash} />
    <circle cx="80" cy="54" r="5" className={styles.gold} />
    <circle cx="26" cy="54" r="4" className={styles.dot} />
    <circle cx="43" cy="24.6" r="4" className={styles.dot} />
    <circle cx="43" cy="83.4" r="4" className={styles.dot} />
    <circle cx="134" cy="54" r="4" className={styles.dot} />
    <circle cx="117" cy="24.6" r="4" className={styles.dot} />
    <circle cx="117" cy="83.4" r="4" className={styles.dot} />
  </>,
)

export const TableMotif = motif(
  <>
    <ellipse cx="80" cy="62" rx="40" ry="12" className={styles.wash} />
    <path d="M80 74v16M66 90h28" />
    <path d="M18 90V60h22v30M18 60V30M120 90V60h22v30M142 60V30" />
    <path d="M80 50V40" />
    <path
      d="M80 42c-8 0-12-5-12-11 8 0 12 4 12 11ZM80 40c0-8 4-14 12-15 0 9-4 14-12 15Z"
      className={styles.leaf}
    />
    <circle cx="62" cy="58" r="3" className={styles.gold} />
    <circle cx="98" cy="60" r="3" className={styles.gold} />
  </>,
)

export const QuietBellMotif = motif(
  <>
    <path d="M54 74V52a26 26 0 0 1 52 0v22M46 74h68" />
    <path d="M80 26V16" />
    <circle cx="80" cy="12" r="4" className={styles.gold} />
    <path d="M73 82a7.5 7.5 0 0 0 14 0" />
    <path d="M20 88h120" className={styles.faint} />
  </>,
)
