import { lazy, Suspense } from 'react'

import styles from './Markdown.module.css'

interface Props {
  children: string
  /** Level of its first heading: one below the heading above it. */
  headingLevel: 2 | 3 | 4
}

const MarkdownText = lazy(() => import('./MarkdownText.tsx'))

/** What a member wrote in Markdown; until its reader is downloaded, as it was typed. */
export const Markdown = ({ children, headingLevel }: Props) => (
  <div className={styles.markdown}>
    <Suspense fallback={<p>{children}</p>}>
      <MarkdownText text={children} headingLevel={headingLevel} />
    </Suspense>
  </div>
)
