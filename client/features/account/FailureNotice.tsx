import { useMemo } from 'react'

import { Notice } from '#client/ui/Notice.tsx'

import { explainAuth } from './auth-errors.ts'

/** For commands without fields; forms show errors beside their fields. */
export function FailureNotice({ error }: { error: unknown }) {
  const explanation = useMemo(() => (error === undefined ? undefined : explainAuth(error)), [error])
  if (!explanation) return null
  return (
    <Notice tone="danger">{explanation.message ?? Object.values(explanation.fields ?? {}).join(' ')}</Notice>
  )
}
