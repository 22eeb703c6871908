import { useQuery } from '@tanstack/react-query'

import type { EventDetails } from '#shared/events.ts'
import { eventAnnouncements } from '#client/features/events/queries.ts'
import { relativeWords } from '#client/lib/time/relative.ts'
import { useClock } from '#client/lib/time/use-clock.ts'

import styles from './details.module.css'

/** What the organisers told those who take part. Others are not asked to read it, and may not. */
export function Announcements({ event: { id, mine, managed } }: { event: EventDetails }) {
  const takesPart = mine !== undefined && mine.state !== 'declined'
  const { data } = useQuery({
    ...eventAnnouncements(id),
    enabled: takesPart || managed,
    throwOnError: false,
  })
  if (!data || data.items.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>From the organisers</h2>
      <ol className={styles.news}>
        {data.items.map(({ id: announcementId, text, by, at }) => (
          <li key={announcementId} className={styles.message}>
            <p className={styles.text}>{text}</p>
            <p className={styles.quiet}>
              {by?.displayName ?? 'An organiser'}, <Ago at={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const Ago = ({ at }: { at: string }) => <time dateTime={at}>{useClock((now) => relativeWords(at, now))}</time>
