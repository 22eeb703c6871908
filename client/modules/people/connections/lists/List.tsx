import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense } from 'react'

import * as m from '#shared/people/messages.ts'
import type { ConnectionList } from '#shared/people/connection-rules.ts'
import { connectionList } from '#client/modules/people/connections/queries.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { useUrlParams } from '#client/lib/use-url-params.ts'

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
  const [params, change] = useUrlParams()
  const q = params.get('q') ?? ''
  const connections = useSuspenseInfiniteQuery(connectionList(list, q))
  const { items, instead } = connections.data
  const isEmpty = items.length === 0 && !connections.hasNextPage
  const isSearchable = q !== '' || connections.hasNextPage || items.length > SEARCHABLE_FROM
  return (
    <section aria-label={m.listName({ list })}>
      <Stack gap={4}>
        {isSearchable && (
          <SearchField
            label={m.listSearch({ list })}
            placeholder={m.directorySearchExample()}
            value={q}
            onSearch={(text) => change({ q: text }, true)}
          />
        )}
        {q ? (
          <Suspense>
            <SearchNote q={q} instead={instead} isEmpty={isEmpty} onClear={() => change({ q: '' }, true)} />
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
