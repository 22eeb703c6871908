import { useQuery } from '@tanstack/react-query'

import type { EventDetails } from '#shared/events.ts'
import { AnnouncementList } from './AnnouncementList.tsx'
import { eventAnnouncements } from './queries.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import styles from './announcements.module.css'

/** So that nobody says a thing twice, least of all two organisers. */
export function SentAnnouncements({ event }: { event: EventDetails }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...eventAnnouncements(event),
    throwOnError: false,
  })
  return (
    <section className={styles.sent}>
      <h2>Sent before</h2>
      {isPending && <Spinner />}
      {error && !data && (
        <Notice
          tone="warning"
          title="What was sent before could not be loaded."
          actions={
            <Button variant="secondary" busy={isFetching && 'Loading…'} onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {explainProblem(error).message}
        </Notice>
      )}
      {data?.items.length === 0 && <p className={styles.quiet}>Nothing yet.</p>}
      {data && <AnnouncementList items={data.items} />}
    </section>
  )
}
