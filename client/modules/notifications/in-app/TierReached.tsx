import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { lazyPart } from '#client/lib/lazy-part.ts'
import { ownPrestige } from '#client/modules/prestige/queries.ts'

import { markRead, notificationList, unreadNotifications } from './queries.ts'

const TierSheet = lazyPart(() => import('#client/modules/prestige/own/TierSheet.tsx'), 'TierSheet')

/** Shown while the notification of a higher tier is unread, so once for all devices of the member. */
export function TierReached() {
  const cache = useQueryClient()
  const [isClosed, setClosed] = useState(false)
  const { data: count } = useQuery({ ...unreadNotifications, throwOnError: false })
  // Also once it is closed: the list is loaded again then, in which the notification is read.
  const enabled = (count?.unread ?? 0) > 0
  const { data } = useInfiniteQuery({ ...notificationList, enabled, throwOnError: false })
  const { data: own } = useInfiniteQuery({ ...ownPrestige, enabled, throwOnError: false })
  const news = data?.find(({ tier }) => tier)
  const summary = own?.pages[0]?.summary
  // It may have ended since.
  if (isClosed || !enabled || !news?.unread || !summary || news.tier !== summary.tier) return null
  const close = () => {
    setClosed(true)
    // After a failure it is shown with the next visit.
    markRead(cache, { subject: { kind: 'prestige' } }).catch(() => {})
  }
  return (
    <Suspense>
      <TierSheet summary={summary} onClose={close} />
    </Suspense>
  )
}
