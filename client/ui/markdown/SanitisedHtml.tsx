import styles from './Markdown.module.css'

/** HTML from our server, where `lib/text/markdown.ts` renders it from Markdown and removes everything harmful. */
export const SanitisedHtml = ({ html }: { html: string }) => (
  <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
)
