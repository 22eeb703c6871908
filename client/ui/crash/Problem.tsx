import { type ReactNode, useMemo } from 'react'

import * as m from '#shared/lib/messages.ts'
import { entryOf } from '#client/lib/error-log/error-log.ts'
import { explainProblem, type Explanation } from '#client/lib/explain-problem.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

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

interface LoadProps {
  query: { data: unknown; error: unknown; isPending: boolean; isFetching: boolean; refetch: () => unknown }
  /** Title of the notice if the query fails. */
  failed: string
  tone?: 'warning' | 'danger'
}

/** Shown until a query has data: that it loads, or why it failed. */
export const Loading = ({ spinner = <Spinner />, ...load }: LoadProps & { spinner?: ReactNode }) =>
  load.query.isPending ? spinner : load.query.data === undefined && <LoadFailure {...load} />

/** Shown after a failure, also above data that were loaded before it. */
export const LoadFailure = ({
  query: { error, isFetching, refetch },
  failed,
  tone = 'warning',
}: LoadProps) => (
  <Problem
    error={error}
    title={failed}
    tone={tone}
    actions={
      <Button variant="secondary" busy={isFetching && m.loading()} onClick={() => refetch()}>
        {m.tryAgain()}
      </Button>
    }
  />
)
