import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'

import { adminPath } from '#shared/admin-paths.ts'
import patterns from '#client/ui/patterns.module.css'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { reportList } from './queries.ts'
import { Report } from './Report.tsx'
import { ReportTable } from './ReportTable.tsx'

/** `&reported={id}` shows one of them, `&state=decided` those that are decided. */
export function Reports() {
  const [search] = useSearchParams()
  const id = search.get('reported')
  if (id) return <Report key={id} id={id} />
  return <ReportList state={search.get('state') === 'decided' ? 'decided' : 'open'} />
}

function ReportList({ state }: { state: 'open' | 'decided' }) {
  const list = useSuspenseInfiniteQuery(reportList(state))
  const isOpen = state === 'open'
  return (
    <Stack gap={3}>
      <h2>{isOpen ? 'Open reports' : 'Decided reports'}</h2>
      <p>
        <Link to={adminPath('reports', isOpen ? { state: 'decided' } : {})}>
          {isOpen ? 'Show decided reports' : 'Show open reports'}
        </Link>
      </p>
      {list.data.length === 0 ? (
        <p className={patterns.muted}>{isOpen ? 'No open reports.' : 'No reports decided yet.'}</p>
      ) : (
        <ReportTable label={isOpen ? 'Open reports' : 'Decided reports'} rows={list.data} />
      )}
      <ShowMore {...list} />
    </Stack>
  )
}
