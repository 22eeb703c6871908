import { useQuery } from '@tanstack/react-query'

import type { CalendarFeed } from '#shared/calendar.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './calendar-feed.module.css'
import { NewAddress } from './NewAddress.tsx'
import { calendarFeed, useFeedRemoval, useNewFeed } from './queries.ts'

/** Makes, replaces and ends the secret address that a calendar program follows. */
export function FeedSettings() {
  const feed = useQuery({ ...calendarFeed, throwOnError: false })
  const making = useNewFeed()
  const removal = useFeedRemoval()
  const failure = making.error ?? removal.error ?? feed.error
  const exists = Boolean(feed.data?.createdAt)
  if (feed.isPending) return <Spinner />
  return (
    <>
      <p>
        A calendar program that follows your own secret address shows the events and meetings you take part
        in, and hears of every change.
      </p>
      {making.data && exists && <NewAddress url={making.data.url} />}
      {feed.data && exists && !making.data && <FeedDetails feed={feed.data} />}
      {failure && <Notice tone="danger">{explainProblem(failure).message}</Notice>}
      <div className={styles.acts}>
        {exists && (
          <Button variant="quiet" busy={removal.isPending && 'Ending…'} onClick={() => removal.mutate()}>
            End the feed
          </Button>
        )}
        <Button
          variant={exists ? 'secondary' : 'primary'}
          busy={making.isPending && 'Making…'}
          onClick={() => !making.isPending && making.mutate()}
        >
          {exists ? 'Make a new address' : 'Make my address'}
        </Button>
      </div>
    </>
  )
}

function FeedDetails({ feed: { createdAt = '', lastUsedAt } }: { feed: CalendarFeed }) {
  const used = useClock((now) => (lastUsedAt ? formatRelative(lastUsedAt, now) : ''))
  return (
    <>
      <p>
        You have had one since <DateOf at={createdAt} />.{' '}
        {used ? `A calendar last fetched it ${used}.` : 'No calendar has fetched it yet.'}
      </p>
      <p className={styles.quiet}>
        Its address was shown when it was made and is not kept. If you no longer have it, or someone else
        does, make a new one: the old one ends, and your calendar needs the new one.
      </p>
    </>
  )
}
