import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import type { ConnectionList } from '#shared/people/connection-rules.ts'
import { connectionList } from '#client/modules/people/connections/queries.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import type { RowProps } from './ListedPerson.tsx'
import styles from './lists.module.css'

const SearchNote = lazyPart(() => import('./FoundPerson.tsx'), 'SearchNote')

interface Props {
  list: ConnectionList
  Row: ComponentType<RowProps>
  /** Shown while the list is empty. */
  empty: ReactNode
}

/** A shorter list has no search field. */
const SEARCHABLE_FROM = 8

/** One of the lists of `/connections`. */
export function List({ list, Row, empty }: Props) {
  const [q, search] = useSearch()
  const connections = useSuspenseInfiniteQuery(connectionList(list, q))
  const { items, instead } = connections.data
  const section = useFocusFallback<HTMLElement>(items.length)
  const isEmpty = items.length === 0 && !connections.hasNextPage
  const isSearchable = q !== '' || connections.hasNextPage || items.length > SEARCHABLE_FROM
  return (
    <section ref={section} tabIndex={-1} aria-label={m.listName({ list })}>
      <Stack gap={4}>
        {isSearchable && (
          <SearchField
            label={m.listSearch({ list })}
            placeholder={m.directorySearchExample()}
            value={q}
            onSearch={search}
          />
        )}
        {q ? (
          <Suspense>
            <SearchNote q={q} instead={instead} isEmpty={isEmpty} onClear={() => search('')} />
          </Suspense>
        ) : (
          isEmpty && empty
        )}
        <ul className={styles.list}>
          {items.map((connection) => (
            <li key={connection.id} className={styles.row}>
              <Row connection={connection} query={instead ?? q} />
            </li>
          ))}
        </ul>
        <ShowMore {...connections} />
      </Stack>
    </section>
  )
}

/** The search text, in the URL. Typing adds no history entries. */
function useSearch() {
  const [params, setParams] = useSearchParams()
  const search = (text: string): void =>
    setParams(
      (now) => {
        if (text) now.set('q', text)
        else now.delete('q')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return [params.get('q') ?? '', search] as const
}
