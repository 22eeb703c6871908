import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/notifications/messages.ts'
import { notificationPath } from '#shared/notifications/paths.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { Ago } from '#client/modules/people/members/Time.tsx'
import { capitalised, formatLongDay } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { dayAt } from '#client/lib/time/when.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { DateBlock } from '#client/ui/DateBlock.tsx'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import { BellIcon } from '#client/ui/icons/member-icons.tsx'
import { rich } from '#client/ui/rich.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { useCommand } from '#client/lib/use-command.ts'
import { Problem } from '#client/ui/crash/Problem.tsx'

import styles from './notifications.module.css'
import { markRead } from './queries.ts'

interface Props {
  notifications: readonly Notification[]
  /** Level of the headings of the days. */
  headingLevel: 2 | 3
}

/** Each day has a heading, in the viewer's time zone. Each entry links to its subject. */
export function NotificationList({ notifications, headingLevel }: Props) {
  const zone = useViewerZone()
  const today = useClock((now) => dayAt(new Date(now).toISOString(), zone))
  const days = Map.groupBy(notifications, ({ at }) => dayAt(at, zone))
  const Heading = `h${headingLevel}` as const
  return [...days].map(([day, items]) => {
    const title = dayTitle(day, today)
    return (
      <section key={day} aria-label={title} className={styles.group}>
        <Heading className={styles.groupTitle}>{title}</Heading>
        <Items notifications={items} />
      </section>
    )
  })
}

/** `Today`, `Yesterday`, `Monday 3 March`. */
function dayTitle(day: string, today: string) {
  if (day >= today) return m.listToday()
  if (day === Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()) return m.listYesterday()
  return capitalised(formatLongDay(day))
}

const Items = ({ notifications }: Pick<Props, 'notifications'>) => (
  <ul className={styles.list}>
    {notifications.map((notification) => (
      <li key={notification.id}>
        <Item {...notification} />
      </li>
    ))}
  </ul>
)

function Item({ text, subject, actor, startsAt, dayZone, at, unread }: Notification) {
  const zone = useViewerZone()
  const cache = useQueryClient()
  const content = <IsolatedText>{text}</IsolatedText>
  return (
    <Link
      to={notificationPath(subject)}
      className={styles.item}
      data-unread={unread || undefined}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        // After a failure it stays unread, and is marked with the next.
        if (unread) markRead(cache, { subject }).catch(() => {})
      }}
    >
      {actor ? (
        <Avatar name={actor.displayName} photo={actor.photo} />
      ) : startsAt ? (
        <span className={styles.date}>
          <DateBlock instant={startsAt} timeZone={dayZone ?? zone} />
        </span>
      ) : (
        <span className={styles.mark}>
          <BellIcon />
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.what}>{unread ? rich(m.listNew({ hidden, text: content })) : content}</span>
        <span className={styles.when}>
          <Ago at={at} />
        </span>
      </span>
    </Link>
  )
}

/** Stays visible after a failure, with the reason. */
export function MarkAllRead() {
  const cache = useQueryClient()
  const marking = useCommand({ command: () => markRead(cache, {}), showsError: true })
  return (
    <>
      <Button variant="quiet" busy={marking.isPending && words.saving()} onClick={() => marking.run()}>
        {m.markAll()}
      </Button>
      <Problem error={marking.error} title={m.markFailed()} />
    </>
  )
}
