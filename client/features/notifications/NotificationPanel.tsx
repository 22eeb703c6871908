import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { imageUrl } from '#shared/image-rules.ts'
import type { Notification } from '#shared/notifications.ts'
import { paths } from '#shared/paths.ts'
import { Ago } from '#client/lib/time/Time.tsx'
import { explainProblem } from '#client/lib/use-form.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { BellIcon } from '#client/ui/member-icons.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './notifications.module.css'
import { markRead, notificationList } from './queries.ts'
import { pathOf } from './subjects.ts'

/** The latest notifications. Each leads to its subject. */
export function NotificationPanel({ unread }: { unread: number }) {
  const list = useInfiniteQuery({ ...notificationList, refetchOnMount: 'always', throwOnError: false })
  if (list.isPending) return <Spinner />
  if (!list.data)
    return (
      <Notice tone="danger" title="We couldn’t load your notifications.">
        {explainProblem(list.error).message}
      </Notice>
    )
  if (list.data.length === 0)
    return (
      <div className={styles.quiet}>
        <QuietBellMotif />
        <h2>You’re all caught up</h2>
        <p>
          Requests, news of events and meetings, and thanks appear here. What needs an answer is also on{' '}
          <Link to={paths.dashboard}>your dashboard</Link>.
        </p>
      </div>
    )
  return (
    <>
      <div className={styles.head}>
        <h2>Notifications</h2>
        {unread > 0 && <MarkAllRead />}
      </div>
      <ul className={styles.list}>
        {list.data.map((notification) => (
          <li key={notification.id}>
            <Item {...notification} />
          </li>
        ))}
      </ul>
      <ShowMore {...list} />
    </>
  )
}

function Item({ text, subject, actor, at, unread }: Notification) {
  const cache = useQueryClient()
  return (
    <Link
      to={pathOf(subject)}
      className={styles.item}
      data-unread={unread || undefined}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
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

function MarkAllRead() {
  const cache = useQueryClient()
  const marking = useMutation({ mutationFn: () => markRead(cache, {}) })
  return (
    <Button variant="quiet" busy={marking.isPending && 'Saving…'} onClick={() => marking.mutate()}>
      Mark all as read
    </Button>
  )
}
