import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'

import * as m from '#shared/people/messages.ts'
import type { DirectoryPage } from '#shared/people/directory.ts'
import { paths } from '#shared/lib/paths.ts'
import { editSearch } from '#client/modules/people/members/own-profile-url.ts'
import { Suggestions } from '#client/modules/people/suggestions/Suggestions.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ComponentCrash } from '#client/ui/crash/ComponentCrash.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { CirclesMotif } from '#client/ui/icons/motifs.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { rich, strong } from '#client/ui/rich.tsx'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './directory.module.css'
import { DirectoryCards } from './DirectoryCard.tsx'
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
          onSearch={(q) => change({ q, asTyped: '' })}
        />
        <Filters filter={filter} onChange={change} />
        <ActiveFilters filter={filter} onChange={change} />
      </div>
      {!isFiltered({ ...filter, chapter: '' }) && (
        <ComponentCrash>
          <Suggestions chapter={filter.chapter} />
        </ComponentCrash>
      )}
      <Results filter={filter} onChange={change} />
    </Stack>
  )
}

function Results({ filter, onChange }: FilterProps) {
  const members = useSuspenseInfiniteQuery(directory(filter))
  const searching = useIsFetching({ queryKey: ['directory'] }) > 0 && !members.isFetchingNextPage
  const { items, total, hasMore, instead, near } = members.data
  const found = hasMore ? m.directoryMoreFound : m.directoryFound
  return (
    <section className={styles.results} aria-label={m.members()} data-searching={searching || undefined}>
      <output className={patterns.muted}>
        {instead && <>{rich(m.directoryInstead({ instead, b: strong }))} </>}
        {(isFiltered(filter) ? found : m.directoryCount)({ count: total })}
      </output>
      {instead && (
        <button type="button" className={styles.clear} onClick={() => onChange({ asTyped: '1' })}>
          {m.directoryAsTyped({ q: filter.q })}
        </button>
      )}
      {items.length === 0 ? (
        <NoMembers filter={filter} near={near} onChange={onChange} />
      ) : (
        <DirectoryCards
          entries={items}
          query={instead ?? filter.q}
          onKeyword={(keyword) => onChange({ keyword })}
        />
      )}
      <ShowMore {...members} />
    </section>
  )
}

function NoMembers({ filter, near = [], onChange }: FilterProps & Pick<DirectoryPage, 'near'>) {
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
        <div className={styles.actions}>
          {filter.q && (
            <LinkButton to={`${paths.ownProfile}${editSearch('asks')}`} state={{ ask: filter.q }}>
              {m.directoryPostAsk()}
            </LinkButton>
          )}
          <Button variant="secondary" onClick={() => onChange(NO_FILTER)}>
            {m.directoryShowAll()}
          </Button>
        </div>
      }
    >
      <p>{suggestionFor(filter)}</p>
      {near.length > 0 && (
        <ul className={styles.near} aria-label={m.directoryNear()}>
          {near.map(({ text, count }) => (
            <li key={text}>
              <button
                type="button"
                className={styles.keyword}
                onClick={() => onChange({ q: text, asTyped: '' })}
              >
                {m.directoryNearTrade({ text, count })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {filter.q && <p>{m.directoryPostAskHint()}</p>}
    </EmptyState>
  )
}

function suggestionFor(filter: DirectoryFilter) {
  const hasFilters = FILTERS.some((name) => filter[name])
  if (filter.q && hasFilters) return m.directoryTryBoth()
  if (hasFilters) return m.directoryTryFilter()
  return m.directoryTrySearch()
}
