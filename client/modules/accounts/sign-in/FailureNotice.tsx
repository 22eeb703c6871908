import { useMemo } from 'react'

import { entryOf } from '#client/lib/error-log/error-log.ts'
import { ErrorCode } from '#client/ui/crash/ErrorCode.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { explainAuth } from './auth-errors.ts'

/** The failure of a command without fields. Forms show errors beside their fields. */
export function FailureNotice({ error }: { error: unknown }) {
  const explanation = useMemo(() => (error === undefined ? undefined : explainAuth(error)), [error])
  if (!explanation) return null
  const { message, fields } = explanation
  return (
    <Notice tone="danger">
      <p>{message ?? Object.values(fields ?? {}).join(' ')}</p>
      {!fields && <ErrorCode entry={entryOf(error)} />}
    </Notice>
  )
}
