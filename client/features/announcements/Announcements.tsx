import { useQuery } from '@tanstack/react-query'

import type { EventDetails } from '#shared/events.ts'
import { eventAnnouncements } from './queries.ts'

import { AnnouncementList } from './AnnouncementList.tsx'
import styles from './announcements.module.css'

/** What the organisers told those who take part. Others are not asked to read it, and may not. */
export function Announcements({ event }: { event: EventDetails }) {
  const { mine, managed } = event
  const takesPart = mine !== undefined && mine.state !== 'declined'
  const { data } = useQuery({
    ...eventAnnouncements(event),
    enabled: takesPart || managed,
    throwOnError: false,
  })
  const items = data?.items ?? []
  return (
    // Additions alone: how long ago each was said is no news.
    <div aria-live="polite" aria-relevant="additions" className={styles.live}>
      {items.length > 0 && (
        <section className={styles.section}>
          <h2>From the organisers</h2>
          <AnnouncementList items={items} />
        </section>
      )}
    </div>
  )
}
