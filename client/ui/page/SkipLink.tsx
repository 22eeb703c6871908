import * as m from '#shared/lib/messages.ts'
import styles from './SkipLink.module.css'

export const MAIN_ID = 'main'

/** The first stop of the keyboard: skips the navigation. */
export const SkipLink = () => (
  <a className={styles.skip} href={`#${MAIN_ID}`}>
    {m.skipToContent()}
  </a>
)
