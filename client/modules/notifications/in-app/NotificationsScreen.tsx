import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { settingsPath } from '#shared/lib/paths/profile.ts'
import { DAY } from '#shared/lib/durations.ts'
import * as m from '#shared/notifications/messages.ts'
import { NOTIFICATION_LIFETIME } from '#shared/operations/notification-topics.ts'
import { useFirstVisit } from '#client/lib/use-first-visit.ts'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { QuietBellMotif } from '#client/ui/icons/motifs.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'

import { MarkAllRead, NotificationList } from './NotificationList.tsx'
import styles from './notifications.module.css'
import { notificationList, unreadNotifications } from './queries.ts'

/** All notifications of the last 90 days: `/dashboard?view=notifications`. */
export function NotificationsScreen() {
  const list = useSuspenseInfiniteQuery(notificationList)
  // Loaded by the bell, which keeps it up to date.
  const { data } = useQuery({ ...unreadNotifications, throwOnError: false })
  const isFirstVisit = useFirstVisit('notifications')
  return (
    <>
      <ScreenTitle>{m.title()}</ScreenTitle>
      <PageHeader
        title={m.title()}
        lead={isFirstVisit && m.lead({ days: NOTIFICATION_LIFETIME / DAY })}
        actions={
          <>
            {data && data.unread > 0 && <MarkAllRead />}
            <LinkButton variant="secondary" to={settingsPath('notifications')}>
              {m.settings()}
            </LinkButton>
          </>
        }
      />
      {list.data.length === 0 ? (
        <EmptyState title={m.noneTitle()} picture={<QuietBellMotif />}>
          {m.noneText()}
        </EmptyState>
      ) : (
        <div className={styles.screen}>
          <NotificationList notifications={list.data} headingLevel={2} />
          <ShowMore {...list} />
        </div>
      )}
    </>
  )
}
