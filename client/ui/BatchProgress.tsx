import type { ReactNode } from 'react'

import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { Stack } from './Stack.tsx'
import styles from './BatchProgress.module.css'

export interface BatchState {
  done: number
  total: number
  /** Undefined unless a batch has failed. */
  failure: string | undefined
  onRetry: () => void
}

interface Props extends BatchState {
  /** An element, whose level depends on the screen. */
  heading: ReactNode
  label: string
  /** For example `20 of 300`. */
  text?: string
  retryLabel: string
}

/** Progress of work that is sent in batches. After a failure it continues with the batch that failed. */
export const BatchProgress = ({ heading, label, done, total, text, failure, retryLabel, onRetry }: Props) => (
  <Stack gap={3}>
    {heading}
    <progress className={styles.progress} aria-label={label} value={done} max={total} />
    {text && <output>{text}</output>}
    {failure && (
      <Notice tone="danger" actions={<Button onClick={onRetry}>{retryLabel}</Button>}>
        {failure}
      </Notice>
    )}
  </Stack>
)
