import { Suspense } from 'react'

import { lazyPart } from '#client/lib/lazy-part.ts'

import styles from './Markdown.module.css'

interface Props {
  children: string
  /** Level of its first heading: one below the heading above it. */
  headingLevel: 2 | 3 | 4
}

const MarkdownText = lazyPart(() => import('./MarkdownText.tsx'), 'MarkdownText')

/** A member's Markdown; shown as plain text until the parser is downloaded. */
export const Markdown = ({ children, headingLevel }: Props) => (
  <div className={styles.markdown}>
    <Suspense fallback={<p>{children}</p>}>
      <MarkdownText text={children} headingLevel={headingLevel} />
    </Suspense>
  </div>
)
