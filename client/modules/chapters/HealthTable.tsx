import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as m from '#shared/chapters/messages.ts'
import { HEALTH_SORTS, NEWCOMER_DAYS } from '#shared/chapters/rules.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { chapterAdminPath } from '#shared/lib/paths/chapters.ts'
import { BackLink } from '#client/ui/page/BackLink.tsx'
import { DataTable } from '#client/ui/lists/DataTable.tsx'
import { FilterBar, type FilterField, useUrlFilter } from '#client/ui/lists/FilterBar.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { FigureCells, figureColumns, monthName } from './figures.tsx'
import { chaptersHealth, type HealthFilter } from './queries.ts'

/** One month of all chapters, for admins. */
export function HealthTable() {
  const filters = useUrlFilter<HealthFilter>(['month', 'sort', 'order'])
  const list = useSuspenseInfiniteQuery(chaptersHealth(filters.filter))
  const { items, months } = list.data
  const [latest] = months
  return (
    <Stack gap={4}>
      <BackLink to={adminPath('chapters')}>{m.chapters()}</BackLink>
      <h2>{m.healthAll()}</h2>
      {latest && (
        <>
          {/* On a phone, the filter that shows it is folded. */}
          <p>{monthName(filters.filter.month || latest, 'long')}</p>
          <FilterBar filters={filters} fields={fieldsOf(months)} />
        </>
      )}
      <DataTable
        label={m.healthAll()}
        columns={[m.chapter(), ...figureColumns()]}
        items={items}
        paging={list}
        queryKey={['chapters', 'health-of-all']}
        empty={m.healthNone()}
        renderRow={({ slug, name, ...figures }) => (
          <tr key={slug}>
            <th scope="row">
              <Link to={chapterAdminPath(slug)}>{name}</Link>
            </th>
            <FigureCells figures={figures} />
          </tr>
        )}
      />
      <p className={patterns.small}>{m.healthHint({ days: NEWCOMER_DAYS })}</p>
    </Stack>
  )
}

/** The first choice of each is what a URL without it shows. */
const fieldsOf = (months: readonly string[]): Record<keyof HealthFilter, FilterField> => ({
  month: { label: m.healthMonth(), options: optionsOf(months, (month) => monthName(month, 'long')) },
  sort: { label: m.healthSort(), options: optionsOf(HEALTH_SORTS, (column) => m.healthColumn({ column })) },
  order: {
    label: m.healthOrder(),
    options: optionsOf(['up', 'down'], (order) => m.healthOrderName({ order })),
  },
})

const optionsOf = <Value extends string>(values: readonly Value[], labelOf: (value: Value) => string) =>
  values.map((value, at) => ({ value: at === 0 ? '' : value, label: labelOf(value) }))
