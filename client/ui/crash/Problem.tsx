import { type ReactNode, useMemo } from 'react'

import { entryOf } from '#client/lib/error-log/error-log.ts'
import { explainProblem, type Explanation } from '#client/lib/explain-problem.ts'
import { Notice } from '#client/ui/Notice.tsx'

import { FormFailure } from './FormFailure.tsx'

interface ProblemProps {
  /** Renders nothing without one. */
  error: unknown
  title?: string
  tone?: 'info' | 'warning' | 'danger'
  actions?: ReactNode
  explain?: (error: unknown) => Explanation
}

/** Why a command or a request without a form failed. Forms show errors beside their fields. */
export function Problem({ error, title, tone = 'danger', actions, explain = explainProblem }: ProblemProps) {
  const explanation = useMemo(() => (error ? explain(error) : undefined), [error, explain])
  if (!explanation) return null
  const { message, fields } = explanation
  return (
    <Notice tone={tone} title={title} actions={actions}>
      <FormFailure
        message={message ?? Object.values(fields ?? {}).join(' ')}
        entry={fields ? undefined : entryOf(error)}
      />
    </Notice>
  )
}
