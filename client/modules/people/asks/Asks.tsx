import { useIsFetching, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import * as m from '#shared/people/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { NO_FILTER, useDirectoryFilter } from '#client/modules/people/directory/filter.ts'
import { ActiveFilters, type FilterProps, Filters } from '#client/modules/people/directory/Filters.tsx'
import { editSearch } from '#client/modules/people/members/own-profile-url.ts'
import { Button } from '#client/ui/Button.tsx'
import { CirclesMotif } from '#client/ui/icons/motifs.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import styles from '#client/modules/people/directory/directory.module.css'

import { AskCard } from './AskCard.tsx'
import { FulfilledAsks, HelpQuestions } from './FulfilledAsks.tsx'
import { ASK_FACETS, ASK_FILTERS, openAsks } from './queries.ts'

const ChapterFilter = lazyPart(
  () => import('#client/modules/people/directory/ChapterFilter.tsx'),
  'ChapterFilter',
)

const PostAsk = () => (
  <LinkButton variant="secondary" to={`${paths.ownProfile}${editSearch('asks')}`}>
    {m.asksPost()}
  </LinkButton>
)

/** Open asks of all members, and ways to help. */
export function Asks() {
  const { filter, change } = useDirectoryFilter()
  const filters = { filter, onChange: change }
  return (
    <Stack gap={6}>
      <HelpQuestions />
      <Stack gap={3}>
        <p>{m.asksLead()}</p>
        <Filters {...filters} names={ASK_FACETS}>
          {readSettings().COMMUNITY?.chapters && (
            <Suspense>
              <ChapterFilter value={filter.chapter} onChange={(chapter) => change({ chapter })} />
            </Suspense>
          )}
        </Filters>
        <ActiveFilters {...filters} names={ASK_FILTERS} />
      </Stack>
      <List filter={filter} onChange={change} />
      <FulfilledAsks />
    </Stack>
  )
}

function List({ filter, onChange }: Pick<FilterProps, 'filter' | 'onChange'>) {
  const asks = useSuspenseInfiniteQuery(openAsks(filter))
  const isSearching = useIsFetching({ queryKey: ['asks'] }) > 0 && !asks.isFetchingNextPage
  const isFiltered = ASK_FILTERS.some((name) => filter[name])
  if (asks.data.length === 0)
    return (
      <EmptyState
        picture={<CirclesMotif />}
        title={isFiltered ? m.directoryNoMatches() : m.asksNone()}
        action={
          isFiltered ? (
            <Button variant="secondary" onClick={() => onChange(NO_FILTER)}>
              {m.asksShowAll()}
            </Button>
          ) : (
            <PostAsk />
          )
        }
      >
        {isFiltered ? m.directoryTryFilter() : m.asksNoneText()}
      </EmptyState>
    )
  return (
    <section className={styles.results} aria-label={m.tabAsks()} data-searching={isSearching || undefined}>
      <ul className={styles.cards}>
        {asks.data.map((ask) => (
          <AskCard key={ask.id} ask={ask} />
        ))}
      </ul>
      <ShowMore {...asks} />
      <div>
        <PostAsk />
      </div>
    </section>
  )
}
