import * as m from '#shared/lib/messages.ts'
import styles from './Spinner.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Announced to assistive technology at once; fades in visually, so that quick loads do not flicker. */
export const Spinner = ({ label = m.loadingScreen() }: { label?: string | undefined }) => (
  <output className={styles.spinner}>
    <svg viewBox="0 0 32 32" className={styles.ring} aria-hidden="true">
      <circle cx="16" cy="16" r="13" className={styles.track} />
      <path d="M16 3a13 13 0 0 1 13 13" className={styles.arc} />
    </svg>
    <VisuallyHidden>{label}</VisuallyHidden>
  </output>
)

/** Replaces a whole screen that is still loading. */
export const ScreenSpinner = ({ label }: { label?: string }) => (
  <div className={styles.screen}>
    <Spinner label={label} />
  </div>
)
