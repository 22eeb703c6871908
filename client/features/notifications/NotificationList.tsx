import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { imageUrl } from '#shared/image-rules.ts'
import { notificationPath } from '#shared/notification-paths.ts'
import type { Notification } from '#shared/notifications.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { explainProblem } from '#client/lib/use-form.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { BellIcon } from '#client/ui/member-icons.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './notifications.module.css'
import { markRead } from './queries.ts'

/** Each leads to its subject. */
export const NotificationList = ({ notifications }: { notifications: readonly Notification[] }) => (
  <ul className={styles.list}>
    {notifications.map((notification) => (
      <li key={notification.id}>
        <Item {...notification} />
      </li>
    ))}
  </ul>
)

function Item({ text, subject, actor, at, unread }: Notification) {
  const cache = useQueryClient()
  return (
    <Link
      to={notificationPath(subject)}
      className={styles.item}
      data-unread={unread || undefined}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        // What fails stays unread, and is read with the next.
        if (unread) markRead(cache, { subject }).catch(() => {})
      }}
    >
      {actor ? (
        <Avatar name={actor.displayName} photo={actor.photo && imageUrl(actor.photo)} />
      ) : (
        <span className={styles.mark}>
          <BellIcon />
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.what}>
          {unread && <VisuallyHidden>New: </VisuallyHidden>}
          {text}
        </span>
        <span className={styles.when}>
          <Ago at={at} />
        </span>
      </span>
    </Link>
  )
}

/** Stays after a failure, with the reason. */
export function MarkAllRead() {
  const cache = useQueryClient()
  const marking = useMutation({ mutationFn: () => markRead(cache, {}) })
  return (
    <>
      <Button variant="quiet" busy={marking.isPending && 'Saving…'} onClick={() => marking.mutate()}>
        Mark all as read
      </Button>
      {marking.isError && (
        <Notice tone="danger" title="We couldn’t mark them as read.">
          {explainProblem(marking.error).message}
        </Notice>
      )}
    </>
  )
}
