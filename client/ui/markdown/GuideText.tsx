import type { MarkdownNode } from '#shared/lib/markdown/elements.ts'

import styles from './Markdown.module.css'
import { MarkdownElements } from './MarkdownElements.tsx'

/** Markdown that the build has parsed. */
export const GuideText = ({ content }: { content: readonly MarkdownNode[] }) => (
  <div className={styles.markdown}>
    <MarkdownElements nodes={content} />
  </div>
)
