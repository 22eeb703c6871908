import styles from './EventMotif.module.css'

const SHAPES = [
  <>
    <path d="M20 90V52a20 20 0 0 1 40 0v38M60 90V40a20 20 0 0 1 40 0v50M100 90V52a20 20 0 0 1 40 0v38" />
    <circle cx="80" cy="16" r="6" className={styles.gold} />
  </>,
  <>
    <circle cx="62" cy="48" r="30" />
    <circle cx="98" cy="48" r="30" />
    <circle cx="80" cy="48" r="6" className={styles.gold} />
  </>,
  <>
    <path d="M0 70c27-24 53-24 80 0s53 24 80 0M0 84c27-24 53-24 80 0s53 24 80 0" />
    <circle cx="116" cy="30" r="14" className={styles.gold} />
  </>,
  <>
    <path d="M80 90V46M80 62c-16 0-26-10-28-24 16 0 26 8 28 24ZM80 54c0-16 8-28 26-32 0 18-8 30-26 32Z" />
    <circle cx="80" cy="16" r="5" className={styles.gold} />
  </>,
] as const
const TONES = 3

/** The picture of an event without a cover, always the same for its id. Decorative. */
export function EventMotif({ id }: { id: string }) {
  const seed = [...id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7)
  return (
    <svg
      viewBox="0 0 160 90"
      preserveAspectRatio="xMidYMid slice"
      className={styles.motif}
      data-tone={seed % TONES}
      aria-hidden="true"
    >
      {SHAPES[seed % SHAPES.length]}
    </svg>
  )
}
