import { useState } from 'react'

import { COPY_DETAILS, detailsOf, ERROR_CODE, timeOf } from '#client/lib/error-log/reference.ts'
import { Button } from '#client/ui/Button.tsx'
import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { codeOf } from '#shared/short-code.ts'

import styles from './ErrorCode.module.css'

/** What a person tells the operator: finds the error in the log. Nothing for an error that left no entry there. */
export function ErrorCode({ entry }: { entry: ClientErrorEntry | undefined }) {
  const [copying, setCopying] = useState<'done' | 'blocked'>()
  if (!entry) return null

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(detailsOf(entry))
      setCopying('done')
    } catch {
      // Without a permission, or without encryption, there is no clipboard for pages.
      setCopying('blocked')
    }
  }

  return (
    <div className={styles.reference}>
      <p>
        {ERROR_CODE} <strong className={styles.code}>{codeOf(entry)}</strong>
        <br />
        <time dateTime={entry.timestamp}>{timeOf(entry)}</time>
      </p>
      <Button variant="quiet" onClick={() => void copy()}>
        {copying === 'done' ? 'Copied' : COPY_DETAILS}
      </Button>
      {copying === 'blocked' && <pre className={styles.details}>{detailsOf(entry)}</pre>}
    </div>
  )
}
