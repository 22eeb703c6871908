import styles from './relationship.module.css'

/** What someone wrote with a request; most write nothing. */
export const RequestNote = ({ children }: { children: string | undefined }) =>
  children ? <blockquote className={styles.note}>{children}</blockquote> : null
