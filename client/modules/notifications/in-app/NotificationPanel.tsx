import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Content } from '#shared/lib/language/format.ts'
import * as m from '#shared/notifications/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { QuietBellMotif } from '#client/ui/icons/motifs.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { rich } from '#client/ui/rich.tsx'
import { Loading } from '#client/ui/crash/Loading.tsx'

import { MarkAllRead, NotificationList } from './NotificationList.tsx'
import styles from './notifications.module.css'
import { notificationList } from './queries.ts'
import { ALL_NOTIFICATIONS } from './subjects.ts'

const LATEST = 10

const dashboardLink = (content: Content) => <Link to={paths.dashboard}>{rich(content)}</Link>

/** The latest notifications, with a link to all of them. */
export function NotificationPanel({ unread }: { unread: number }) {
  const list = useInfiniteQuery({ ...notificationList, refetchOnMount: 'always', throwOnError: false })
  if (!list.data) return <Loading query={list} failed={m.loadFailed()} tone="danger" />
  if (list.data.length === 0)
    return (
      <div className={styles.quiet}>
        <QuietBellMotif />
        <h2>{m.noneTitle()}</h2>
        <p className={patterns.muted}>{rich(m.noneTextPanel({ link: dashboardLink }))}</p>
      </div>
    )
  return (
    <>
      <div className={styles.head}>
        <h2>{m.title()}</h2>
        {unread > 0 && <MarkAllRead />}
      </div>
      <NotificationList notifications={list.data.slice(0, LATEST)} headingLevel={3} />
      <Link
        to={ALL_NOTIFICATIONS}
        className={styles.all}
        onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
      >
        {m.viewAll()}
      </Link>
    </>
  )
}
