import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'

import * as m from '#shared/events/messages.ts'
import type { EventList as ListName } from '#shared/events/rules.ts'
import { paths } from '#shared/lib/paths.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ArchesMotif } from '#client/ui/icons/motifs.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { LoadFailure } from '#client/ui/crash/Loading.tsx'

import { EventDays } from './EventDays.tsx'
import styles from './list.module.css'
import { type EventFilter, eventList } from './queries.ts'

interface Props {
  filter: EventFilter
  isFiltered: boolean
}

export function EventList({ filter, isFiltered }: Props) {
  const query = useInfiniteQuery({
    ...eventList(filter, useViewerZone()),
    placeholderData: keepPreviousData,
  })
  // React renders data that arrive in one piece, but deferred values in slices, between which a phone answers touches.
  const wasPending = useDeferredValue(query.isPending)
  if (query.isPending || wasPending) return <ScreenSpinner />
  if (!query.data) return <LoadFailure query={query} failed={m.listFailed()} tone="danger" />
  return (
    <div
      className={classNames(styles.list, patterns.refreshing)}
      aria-busy={query.isPlaceholderData}
      data-stale={query.isPlaceholderData || undefined}
    >
      {query.data.length === 0 ? (
        <EmptyList list={filter.list} isFiltered={isFiltered} />
      ) : (
        <EventDays events={query.data} list={filter.list} />
      )}
      <ShowMore {...query} />
    </div>
  )
}

const EMPTY: Record<ListName, () => { title: string; text: string; action?: ReactNode }> = {
  upcoming: () => ({
    title: m.listNoneUpcoming(),
    text: m.listNoneUpcomingText(),
    action: <LinkButton to={paths.createGrowthMeeting}>{m.listPlanMeeting()}</LinkButton>,
  }),
  past: () => ({ title: m.listNonePast(), text: m.listNonePastText() }),
  mine: () => ({
    title: m.listNoneMine(),
    text: m.listNoneMineText(),
    action: <LinkButton to={paths.events}>{m.listBrowse()}</LinkButton>,
  }),
  drafts: () => ({ title: m.listNoDrafts(), text: m.listNoDraftsText() }),
}

function EmptyList({ list, isFiltered }: { list: ListName; isFiltered: boolean }) {
  const { title, text, action } = EMPTY[list]()
  if (isFiltered) return <NoMatches />
  return (
    <EmptyState picture={<ArchesMotif />} title={title} action={action}>
      {text}
    </EmptyState>
  )
}

/** The filters to remove are chips above the list. */
export const NoMatches = () => <EmptyState title={m.noMatches()}>{m.listNoMatchesText()}</EmptyState>
