import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'

import * as m from '#shared/people/messages.ts'
import { Suggestions } from '#client/modules/people/suggestions/Suggestions.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { CirclesMotif } from '#client/ui/icons/motifs.tsx'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
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
          label={m.directorySearch()}
          placeholder={m.directorySearchExample()}
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
        <Filters filter={filter} onChange={change} />
        <ActiveFilters filter={filter} onChange={change} />
      </div>
      {!isFiltered(filter) && (
        <ComponentCrash>
          <Suggestions />
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
    <section className={styles.results} aria-label={m.members()} data-searching={searching || undefined}>
      <output className={styles.total}>
        {(isFiltered(filter) ? m.directoryFound : m.directoryCount)({ count: total })}
      </output>
      {items.length === 0 ? (
        <NoMembers filter={filter} onChange={onChange} />
      ) : (
        <ul className={styles.cards}>
          {items.map((entry) => (
            <DirectoryCard
              key={entry.id}
              entry={entry}
              query={filter.q}
              onKeyword={(keyword) => onChange({ keyword })}
            />
          ))}
        </ul>
      )}
      <ShowMore {...members} />
    </section>
  )
}

function NoMembers({ filter, onChange }: FilterProps) {
  if (!isFiltered(filter))
    return (
      <EmptyState picture={<CirclesMotif />} title={m.directoryNone()}>
        {m.directoryNoneText()}
      </EmptyState>
    )
  return (
    <EmptyState
      picture={<CirclesMotif />}
      title={m.directoryNoMatches()}
      action={
        <Button variant="secondary" onClick={() => onChange(NO_FILTER)}>
          {m.directoryShowAll()}
        </Button>
      }
    >
      {suggestionFor(filter)}
    </EmptyState>
  )
}

function suggestionFor(filter: DirectoryFilter) {
  const hasFilters = FILTERS.some((name) => filter[name])
  if (filter.q && hasFilters) return m.directoryTryBoth()
  if (hasFilters) return m.directoryTryFilter()
  return m.directoryTrySearch()
}
