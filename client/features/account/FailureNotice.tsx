import { useMemo } from 'react'

import { Notice } from '#client/ui/Notice.tsx'

import { explainAuth } from './auth-errors.ts'

/** For acts without fields; a form shows failures beside its own. */
export function FailureNotice({ error }: { error: unknown }) {
  const words = useMemo(() => (error === undefined ? undefined : explainAuth(error)), [error])
  if (!words) return null
  return <Notice tone="danger">{words.message ?? Object.values(words.fields ?? {}).join(' ')}</Notice>
}
