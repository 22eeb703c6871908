import styles from './Markdown.module.css'

/** HTML that our server has rendered from Markdown (`community/settings/markdown.ts`), which removes everything harmful. */
export const SanitisedHtml = ({ html }: { html: string }) => (
  <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
)
