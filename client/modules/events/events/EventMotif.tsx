import styles from './EventMotif.module.css'
import shapes from './motifs.svg?no-inline'

interface Props {
  /** Chosen by `motifOf`. */
  motif: string
  tint: string
  className?: string
}

/** The picture of an event without a cover. Decorative. */
export const EventMotif = ({ motif, tint, className = '' }: Props) => (
  // The colour is an attribute: the security policy forbids styles in the pages that the server renders.
  <svg
    viewBox="0 0 160 90"
    preserveAspectRatio="xMidYMid slice"
    className={`${styles.motif} ${className}`}
    color={tint}
    aria-hidden="true"
  >
    <use href={`${shapes}#${motif}`} />
  </svg>
)
