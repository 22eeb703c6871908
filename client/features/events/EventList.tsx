import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

import { type EventFilter, eventList } from '#client/features/events/queries.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { EmptyList } from './EmptyList.tsx'
import { EventDays } from './EventDays.tsx'
import styles from './list.module.css'

interface Props {
  filter: EventFilter
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined
}

export function EventList({ filter, onClear }: Props) {
  const query = useInfiniteQuery({ ...eventList(filter), placeholderData: keepPreviousData })
  if (query.isPending) return <ScreenSpinner />
  if (!query.data)
    return (
      <Notice
        tone="danger"
        title="The events could not be loaded."
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
      className={styles.list}
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
