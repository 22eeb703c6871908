import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'

import type { ConnectionList } from '#shared/connection-rules.ts'
import type { Connection } from '#shared/connections.ts'
import { Button } from '#client/ui/Button.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { connectionList } from '#client/features/connections/queries.ts'
import { useKeptFocus } from '#client/lib/use-kept-focus.ts'

import styles from './lists.module.css'
import { useSearch } from './use-search.ts'

interface Props {
  list: ConnectionList
  /** Names the list for assistive technology, and its search box. */
  label: string
  Row: ComponentType<{ connection: Connection }>
  /** Stands in for the list when there is nobody on it. */
  empty: ReactNode
}

/** One of the lists of `/connections`: searchable once it is worth searching. */
export function List({ list, label, Row, empty }: Props) {
  const [q, search] = useSearch()
  const people = useSuspenseInfiniteQuery(connectionList(list, q))
  const place = useKeptFocus<HTMLElement>(people.data.length)
  const isEmpty = people.data.length === 0 && !people.hasNextPage
  const isLong = q !== '' || people.hasNextPage || people.data.length > SEARCHED_FROM
  return (
    <section ref={place} tabIndex={-1} aria-label={label}>
      <Stack gap={4}>
        {isLong && (
          <SearchField
            label={`Search ${label.toLowerCase()}`}
            placeholder="Name, company or headline"
            value={q}
            onSearch={search}
          />
        )}
        {isEmpty && (q ? <NobodyFound q={q} onClear={() => search('')} /> : empty)}
        <ul className={styles.list}>
          {people.data.map((connection) => (
            <li key={connection.id} className={styles.row}>
              <Row connection={connection} />
            </li>
          ))}
        </ul>
        <ShowMore {...people} />
      </Stack>
    </section>
  )
}

const SEARCHED_FROM = 8

const NobodyFound = ({ q, onClear }: { q: string; onClear: () => void }) => (
  <div className={styles.nobody}>
    <p>Nobody here is found by “{q}”.</p>
    <Button variant="secondary" onClick={onClear}>
      Show everyone
    </Button>
  </div>
)
