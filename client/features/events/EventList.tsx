import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { EventList as ListName } from '#shared/event-rules.ts'
import { paths } from '#shared/paths.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import patterns from '#client/ui/patterns.module.css'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ArchesMotif } from '#client/ui/motifs.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { EventDays } from './EventDays.tsx'
import styles from './list.module.css'
import { type EventFilter, eventList } from './queries.ts'

interface Props {
  filter: EventFilter
  /** Undefined if nothing is filtered. */
  onClear: (() => void) | undefined
}

export function EventList({ filter, onClear }: Props) {
  const query = useInfiniteQuery({ ...eventList(filter), placeholderData: keepPreviousData })
  if (query.isPending) return <ScreenSpinner />
  if (!query.data)
    return (
      <Notice
        tone="danger"
        title="We couldn’t load the events."
        actions={
          <Button variant="secondary" busy={query.isFetching && 'Loading…'} onClick={() => query.refetch()}>
            Try again
          </Button>
        }
      >
        {explainProblem(query.error).message}
      </Notice>
    )
  return (
    <div
      className={classNames(styles.list, patterns.refreshing)}
      aria-busy={query.isPlaceholderData}
      data-stale={query.isPlaceholderData || undefined}
    >
      {query.data.length === 0 ? (
        <EmptyList list={filter.list} onClear={onClear} />
      ) : (
        <EventDays events={query.data} list={filter.list} />
      )}
      <ShowMore {...query} />
    </div>
  )
}

const EMPTY: Record<ListName, { title: string; text: string; action?: ReactNode }> = {
  upcoming: {
    title: 'No upcoming events',
    text: 'Events appear here as soon as an organiser publishes one.',
    action: <LinkButton to={paths.createGrowthMeeting}>Plan a growth meeting</LinkButton>,
  },
  past: {
    title: 'No past events',
    text: 'Events move here when they end, along with who went.',
  },
  mine: {
    title: 'You have no events yet',
    text: 'Events that you RSVP to or organise appear here.',
    action: <LinkButton to={paths.events}>Browse upcoming events</LinkButton>,
  },
  drafts: {
    title: 'No drafts',
    text: 'Events appear here until you publish them. Only organisers can see drafts.',
  },
}

function EmptyList({ list, onClear }: { list: ListName; onClear: Props['onClear'] }) {
  const { title, text, action } = EMPTY[list]
  if (onClear)
    return (
      <EmptyState
        title="No matches"
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        Try removing a filter or searching for something else.
      </EmptyState>
    )
  return (
    <EmptyState picture={<ArchesMotif />} title={title} action={action}>
      {text}
    </EmptyState>
  )
}
