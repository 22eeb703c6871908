import styles from './Markdown.module.css'

/** HTML from our server, whose `settings/markdown.ts` renders it from Markdown and removes everything harmful. */
export const SanitisedHtml = ({ html }: { html: string }) => (
  <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
)
