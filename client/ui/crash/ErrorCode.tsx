import { useState } from 'react'

import { detailsOf, timeOf } from '#client/lib/error-log/reference.ts'
import { Button } from '#client/ui/Button.tsx'
import * as m from '#shared/lib/messages.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { codeOf } from '#shared/lib/short-code.ts'

import styles from './ErrorCode.module.css'

/**
 * The code with which the operator finds the error in the log. Renders nothing for an error without an entry there.
 */
export function ErrorCode({ entry }: { entry: ClientErrorEntry | undefined }) {
  const [copying, setCopying] = useState<'done' | 'blocked'>()
  if (!entry) return null

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(detailsOf(entry))
      setCopying('done')
    } catch {
      // Pages have no clipboard without permission, or without encryption.
      setCopying('blocked')
    }
  }

  return (
    <div className={styles.reference}>
      <p>
        {m.errorCode()} <strong className={styles.code}>{codeOf(entry)}</strong>
        <br />
        <time dateTime={entry.timestamp}>{timeOf(entry)}</time>
      </p>
      <Button variant="quiet" onClick={() => void copy()}>
        {copying === 'done' ? m.copiedShort() : m.errorCopy()}
      </Button>
      {copying === 'blocked' && <pre className={styles.details}>{detailsOf(entry)}</pre>}
    </div>
  )
}
