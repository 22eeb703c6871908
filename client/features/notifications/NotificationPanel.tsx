import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { QuietBellMotif } from '#client/ui/motifs.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import { MarkAllRead, NotificationList } from './NotificationList.tsx'
import styles from './notifications.module.css'
import { notificationList } from './queries.ts'
import { ALL_NOTIFICATIONS } from './subjects.ts'

const LATEST = 10

/** The latest notifications, and the way to all of them. */
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
      <NotificationList notifications={list.data.slice(0, LATEST)} />
      <Link
        to={ALL_NOTIFICATIONS}
        className={styles.all}
        onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      >
        View all notifications
      </Link>
    </>
  )
}
