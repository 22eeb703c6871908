import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { settingsPath } from '#shared/settings-paths.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { QuietBellMotif } from '#client/ui/motifs.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'

import { MarkAllRead, NotificationList } from './NotificationList.tsx'
import styles from './notifications.module.css'
import { notificationList, unreadNotifications } from './queries.ts'

/** All notifications of the last 90 days: `/dashboard?view=notifications`. */
export function NotificationsScreen() {
  const list = useSuspenseInfiniteQuery(notificationList)
  // Loaded by the bell, which keeps it up to date.
  const { data } = useQuery({ ...unreadNotifications, throwOnError: false })
  return (
    <>
      <ScreenTitle>Notifications</ScreenTitle>
      <PageHeader
        title="Notifications"
        lead="Each one expires after 90 days."
        actions={
          <>
            {data !== undefined && data.unread > 0 && <MarkAllRead />}
            <LinkButton variant="secondary" to={settingsPath('notifications')}>
              Settings
            </LinkButton>
          </>
        }
      />
      {list.data.length === 0 ? (
        <EmptyState title="You’re all caught up" picture={<QuietBellMotif />}>
          Requests, news of events and meetings, and thanks appear here.
        </EmptyState>
      ) : (
        <div className={styles.screen}>
          <NotificationList notifications={list.data} />
          <ShowMore {...list} />
        </div>
      )}
    </>
  )
}
