import type { CSSProperties, ReactNode } from 'react'

import styles from './EventMotif.module.css'
import { type Motif, motifOf } from './motifs.ts'

const SHAPES: Readonly<Record<Motif, ReactNode>> = {
  arches: (
    <>
      <path d="M20 90V52a20 20 0 0 1 40 0v38M60 90V40a20 20 0 0 1 40 0v50M100 90V52a20 20 0 0 1 40 0v38" />
      <circle cx="80" cy="16" r="6" className={styles.gold} />
    </>
  ),
  circles: (
    <>
      <circle cx="62" cy="48" r="30" />
      <circle cx="98" cy="48" r="30" />
      <circle cx="80" cy="48" r="6" className={styles.gold} />
    </>
  ),
  waves: (
    <>
      <path d="M0 70c27-24 53-24 80 0s53 24 80 0M0 84c27-24 53-24 80 0s53 24 80 0" />
      <circle cx="116" cy="30" r="14" className={styles.gold} />
    </>
  ),
  sprout: (
    <>
      <path d="M80 90V46M80 62c-16 0-26-10-28-24 16 0 26 8 28 24ZM80 54c0-16 8-28 26-32 0 18-8 30-26 32Z" />
      <circle cx="80" cy="16" r="5" className={styles.gold} />
    </>
  ),
  table: (
    <>
      <path d="M22 60h116v8H22ZM38 68v22M122 68v22M48 60a12 6 0 0 1 24 0M88 60a12 6 0 0 1 24 0M80 0v20" />
      <circle cx="80" cy="26" r="6" className={styles.gold} />
    </>
  ),
  mountains: (
    <>
      <path d="M-4 94 40 38l26 32M50 94l52-70 62 70Z" />
      <circle cx="48" cy="18" r="9" className={styles.gold} />
    </>
  ),
  book: (
    <>
      <path d="M80 34c-14-10-34-10-50-4v46c16-6 36-6 50 4 14-10 34-10 50-4V30c-16-6-36-6-50 4ZM80 34v46" />
      <circle cx="80" cy="14" r="5" className={styles.gold} />
    </>
  ),
  lights: (
    <>
      <path d="M0 16c40 26 120 26 160 0M32 30v12M128 30v12M80 36v10" fill="none" />
      <circle cx="32" cy="50" r="8" />
      <circle cx="128" cy="50" r="8" />
      <circle cx="80" cy="55" r="9" className={styles.gold} />
    </>
  ),
}

interface Props {
  title: string
  tags: readonly string[]
}

/** The picture of an event without a cover. Decorative. */
export function EventMotif(event: Props) {
  const { motif, tint } = motifOf(event)
  return (
    <svg
      viewBox="0 0 160 90"
      preserveAspectRatio="xMidYMid slice"
      className={styles.motif}
      style={{ '--tint': tint } as CSSProperties}
      aria-hidden="true"
    >
      {SHAPES[motif]}
    </svg>
  )
}
