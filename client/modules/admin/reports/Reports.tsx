import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/admin/messages.ts'
import { DataTable } from '#client/ui/lists/DataTable.tsx'
import { FilterBar, useUrlFilter } from '#client/ui/lists/FilterBar.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { reportList } from './queries.ts'
import { Report } from './Report.tsx'
import { reportColumns, ReportTableRow } from './ReportTable.tsx'

/** `&reported={id}` shows one report, `&state=decided` the decided ones. */
export function Reports() {
  const [search] = useSearchParams()
  const id = search.get('reported')
  return id ? <Report key={id} id={id} /> : <ReportList />
}

const states = () => [
  { value: '', label: m.reportsOpen() },
  { value: 'decided', label: m.reportsDecided() },
]

function ReportList() {
  const filters = useUrlFilter<{ state: '' | 'decided' }>(['state'])
  const list = useSuspenseInfiniteQuery(reportList(filters.filter.state || 'open'))
  return (
    <Stack gap={3}>
      <h2>{m.reportsTitle()}</h2>
      <FilterBar filters={filters} fields={{ state: { label: m.state(), options: states() } }} />
      <DataTable
        label={filters.isFiltered ? m.reportsDecidedList() : m.reportsOpenList()}
        columns={reportColumns()}
        items={list.data}
        paging={list}
        queryKey={['admin', 'reports']}
        empty={filters.isFiltered ? m.reportsNoneDecided() : m.reportsNoneOpen()}
        renderRow={(report) => <ReportTableRow key={report.id} {...report} />}
      />
    </Stack>
  )
}
