import type { Announcement } from '#shared/event-organising.ts'
import { relativeWords } from '#client/lib/time/relative.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { momentWords } from '#client/lib/time/when.ts'

import styles from './details.module.css'

/** The latest first, as they come. */
export function AnnouncementList({ items }: { items: readonly Announcement[] }) {
  const viewerZone = useViewerZone()
  return (
    <ol className={styles.news}>
      {items.map(({ id, text, by, at }) => (
        <li key={id} className={styles.message}>
          <p className={styles.text}>{text}</p>
          <p className={styles.quiet}>
            {by?.displayName ?? 'An organiser'}, <Ago at={at} />
            {' · '}
            {momentWords(at, viewerZone)}
          </p>
        </li>
      ))}
    </ol>
  )
}

const Ago = ({ at }: { at: string }) => <time dateTime={at}>{useClock((now) => relativeWords(at, now))}</time>
