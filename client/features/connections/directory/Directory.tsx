import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { SuggestedIntroductions } from '#client/features/connections/introductions/SuggestedIntroductions.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { CirclesMotif } from '#client/ui/motifs.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './directory.module.css'
import { DirectoryCard } from './DirectoryCard.tsx'
import { type DirectoryFilter, FILTERS, isFiltered, NO_FILTER, useDirectoryFilter } from './filter.ts'
import { ActiveFilters, Filters, type FilterProps } from './Filters.tsx'
import { directory } from './queries.ts'

export function Directory() {
  const { filter, change } = useDirectoryFilter()
  return (
    <Stack gap={6}>
      <div className={styles.search}>
        <SearchField
          label="Search members"
          placeholder="Name, company, headline or keyword"
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
        <Filters filter={filter} onChange={change} />
        <ActiveFilters filter={filter} onChange={change} />
      </div>
      {!isFiltered(filter) && (
        <ComponentCrash>
          <SuggestedIntroductions />
        </ComponentCrash>
      )}
      <Results filter={filter} onChange={change} />
    </Stack>
  )
}

function Results({ filter, onChange }: FilterProps) {
  const members = useSuspenseInfiniteQuery(directory(filter))
  const searching = useIsFetching({ queryKey: ['directory'] }) > 0 && !members.isFetchingNextPage
  const { items, total } = members.data
  return (
    <section className={styles.results} aria-label="Members" data-searching={searching || undefined}>
      <output className={styles.total}>{countLabel(total, isFiltered(filter))}</output>
      {items.length === 0 ? (
        <NoMembers filter={filter} onChange={onChange} />
      ) : (
        <ul className={styles.cards}>
          {items.map((entry) => (
            <DirectoryCard key={entry.id} entry={entry} onKeyword={(keyword) => onChange({ keyword })} />
          ))}
        </ul>
      )}
      <ShowMore {...members} />
    </section>
  )
}

function countLabel(total: number, filtered: boolean) {
  const members = total === 1 ? '1 member' : `${total} members`
  return filtered ? `${members} found` : members
}

function NoMembers({ filter, onChange }: FilterProps) {
  if (!isFiltered(filter))
    return (
      <EmptyState picture={<CirclesMotif />} title="No members yet">
        Members appear here once they complete their profile.
      </EmptyState>
    )
  return (
    <EmptyState
      picture={<CirclesMotif />}
      title="No matches"
      action={
        <Button variant="secondary" onClick={() => onChange(NO_FILTER)}>
          Show all members
        </Button>
      }
    >
      {suggestionFor(filter)}
    </EmptyState>
  )
}

function suggestionFor(filter: DirectoryFilter) {
  const hasFilters = FILTERS.some((name) => filter[name])
  if (filter.q && hasFilters) return 'Try removing a filter or shortening your search.'
  if (hasFilters) return 'Try removing a filter.'
  return 'Try a shorter or different search. It covers names, companies, headlines and keywords.'
}
