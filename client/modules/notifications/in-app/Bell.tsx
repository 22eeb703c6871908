import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import * as m from '#shared/notifications/messages.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { afterFirstContent } from '#client/lib/first-content.ts'
import { streamedViews } from '#client/lib/live-query.ts'
import { CountLabel } from '#client/ui/lists/CountLabel.tsx'
import { BellIcon } from '#client/ui/icons/member-icons.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

import { followStream } from './live.ts'
import styles from './notifications.module.css'
import { markRead, unreadNotifications } from './queries.ts'
import { applyStreamedViews, streamedPage } from './streamed-page.ts'
import { subjectAt } from './subjects.ts'

const PANEL_ID = 'notifications'

const NotificationPanel = lazyPart(() => import('./NotificationPanel.tsx'), 'NotificationPanel')

/**
 * The number of unread notifications, live. If it can't be loaded, the bell shows none rather than an error screen.
 */
export function Bell() {
  const unread = useUnread()
  const [isOpen, setOpen] = useState(false)
  const label = unread > 0 ? m.bellNew({ count: unread }) : m.title()
  return (
    <div className={styles.bell}>
      <button type="button" className={styles.button} aria-label={label} popoverTarget={PANEL_ID}>
        <BellIcon />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            <CountLabel count={unread} tone="accent" />
          </span>
        )}
      </button>
      <section
        id={PANEL_ID}
        popover="auto"
        aria-label={m.title()}
        className={styles.panel}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <Suspense fallback={<Spinner />}>
            <NotificationPanel unread={unread} />
          </Suspense>
        )}
      </section>
    </div>
  )
}

/** Opening the subject of notifications marks them as read, on every device. */
function useUnread() {
  const { data } = useQuery({ ...unreadNotifications, throwOnError: false })
  const unread = data?.unread ?? 0
  const cache = useQueryClient()
  const auth = useAuth()
  const uid = auth.state === 'signed-in' ? auth.user.uid : undefined
  const { refresh } = auth
  useEffect(() => (uid === undefined ? undefined : followStream(uid, streamedPage(cache))), [cache, uid])
  useEffect(() => streamedViews.subscribe(() => applyStreamedViews(cache)), [cache])
  useEffect(() => {
    if (!uid) return
    let isSignedIn = true
    // The app works without it.
    afterFirstContent(() => {
      if (isSignedIn)
        import('#client/modules/notifications/push/device.ts')
          .then(({ prepareDevice }) => prepareDevice(uid))
          .catch(() => {})
    })
    return () => void (isSignedIn = false)
  }, [uid])
  const role = auth.state === 'signed-in' ? auth.user.member?.role : undefined
  useEffect(() => {
    // An admin has changed it while this page was open. If the server is unreachable, it is retried
    // automatically.
    if (data?.role && role && data.role !== role) refresh().catch(() => {})
  }, [data?.role, role, refresh])
  const { pathname, search } = useLocation()
  useEffect(() => {
    const subject = subjectAt({ pathname, search })
    // After a failure they are marked the next time.
    if (subject && unread > 0) markRead(cache, { subject }).catch(() => {})
  }, [cache, pathname, search, unread])
  return unread
}
