import type { ReactNode } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import { Problem } from './Problem.tsx'

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
