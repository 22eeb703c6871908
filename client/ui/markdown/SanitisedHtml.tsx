import styles from './Markdown.module.css'

/** A text that our server has rendered from Markdown (`server/lib/markdown.ts`), which lets nothing harmful through. */
export const SanitisedHtml = ({ html }: { html: string }) => (
  <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
)
