import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { CirclesMotif } from '#client/ui/motifs.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'

import { DirectoryCard } from './DirectoryCard.tsx'
import styles from './directory.module.css'
import { type DirectoryFilter, FILTERS, isFiltered, NO_FILTER } from './filter.ts'
import { directory } from './queries.ts'

interface Props {
  filter: DirectoryFilter
  onChange: (change: Partial<DirectoryFilter>) => void
}

export function Results({ filter, onChange }: Props) {
  const people = useSuspenseInfiniteQuery(directory(filter))
  const searching = useIsFetching({ queryKey: ['directory'] }) > 0 && !people.isFetchingNextPage
  const { items, total } = people.data
  return (
    <section className={styles.results} aria-label="Members" data-searching={searching || undefined}>
      <output className={styles.total}>{countLabel(total, isFiltered(filter))}</output>
      {items.length === 0 ? (
        <Nobody filter={filter} onChange={onChange} />
      ) : (
        <ul className={styles.cards}>
          {items.map((entry) => (
            <DirectoryCard key={entry.id} entry={entry} onKeyword={(keyword) => onChange({ keyword })} />
          ))}
        </ul>
      )}
      <ShowMore {...people} />
    </section>
  )
}

function countLabel(total: number, filtered: boolean) {
  if (total === 0) return 'Nobody found'
  const members = total === 1 ? '1 member' : `${total} members`
  return filtered ? `${members} found` : members
}

function Nobody({ filter, onChange }: Props) {
  const filters = FILTERS.filter((name) => filter[name]).length
  if (!isFiltered(filter))
    return (
      <EmptyState picture={<CirclesMotif />} title="The directory is still empty">
        Members stand here as soon as they have filled in their profile.
      </EmptyState>
    )
  return (
    <EmptyState
      picture={<CirclesMotif />}
      title="Nobody matches all of this"
      action={
        <Button variant="secondary" onClick={() => onChange(NO_FILTER)}>
          Show everyone
        </Button>
      }
    >
      {filter.q && filters > 0
        ? 'Try without the filters, or with the beginning of a word only.'
        : filters > 1
          ? 'All filters have to hold together. Try with one of them less.'
          : 'Try the beginning of a word only, or another word: name, company, headline and keywords are searched.'}
    </EmptyState>
  )
}
