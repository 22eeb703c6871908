import type { Announcement } from '#shared/announcements.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { LinkedText } from '#client/ui/LinkedText.tsx'

import styles from './announcements.module.css'

/** The latest first, as they come. */
export function AnnouncementList({ items }: { items: readonly Announcement[] }) {
  const viewerZone = useViewerZone()
  return (
    <ol className={styles.news}>
      {items.map(({ id, text, by, at }) => (
        <li key={id} className={styles.message}>
          <p className={styles.text}>
            <LinkedText>{text}</LinkedText>
          </p>
          <p className={styles.quiet}>
            {by?.displayName ?? 'An organiser'}, <Ago at={at} />
            {' · '}
            {formatMoment(at, viewerZone)}
          </p>
        </li>
      ))}
    </ol>
  )
}
