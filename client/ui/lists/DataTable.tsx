import { useIsFetching } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import patterns from '#client/ui/styles/patterns.module.css'
import { ShowMore } from './ShowMore.tsx'
import { Table } from './Table.tsx'

interface PagedListProps<T> {
  items: readonly T[]
  /** The query, which loads the next page. */
  paging: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** Beginning of the query's key, without the filter: while another filter is loading, the list is shown as stale. */
  queryKey: readonly unknown[]
  /** Shown instead of an empty list. */
  empty: ReactNode
  children: (items: readonly T[]) => ReactNode
}

/** A list in pages, which stays on screen while another filter is loading. */
export function PagedList<T>({ items, paging, queryKey, empty, children }: PagedListProps<T>) {
  const isStale = useIsFetching({ queryKey }) > 0 && !paging.isFetchingNextPage
  if (items.length === 0) return <p className={patterns.muted}>{empty}</p>
  return (
    <div className={patterns.refreshing} data-stale={isStale || undefined}>
      {children(items)}
      <ShowMore {...paging} />
    </div>
  )
}

interface DataTableProps<T> extends Omit<PagedListProps<T>, 'children'> {
  /** Names the table for assistive technology. */
  label: string
  columns: readonly string[]
  /** Renders a row, as `<tr>` with a key. */
  renderRow: (item: T) => ReactNode
}

/** A table in pages. Its filters are a `FilterBar`. */
export const DataTable = <T,>({ label, columns, renderRow, ...list }: DataTableProps<T>) => (
  <PagedList {...list}>
    {(items) => (
      <Table label={label} columns={columns}>
        {items.map((item) => renderRow(item))}
      </Table>
    )}
  </PagedList>
)
