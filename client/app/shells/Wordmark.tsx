import { Link } from 'react-router-dom'

import styles from './Wordmark.module.css'

/**
 * The product's name beside its arch, or the logo that a style sheet draws there (`server/http/pages/theme.ts`). Links to
 * the person's home screen.
 */
export const Wordmark = ({ name, to }: { name: string; to: string }) => (
  <Link viewTransition to={to} className={styles.wordmark}>
    <svg viewBox="0 0 32 32" className={styles.arch} aria-hidden="true" data-mark>
      <path d="M4 29V16a12 12 0 0 1 24 0v13" />
      <path d="M9.5 29V16.5a6.5 6.5 0 0 1 13 0V29" />
      <circle cx="16" cy="17" r="2.4" className={styles.lamp} />
      <path d="M1.5 29h29" />
    </svg>
    <span>{name}</span>
  </Link>
)
