import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

import type { AdminView } from '#shared/account-data.ts'
import { request } from '#client/lib/request.ts'
import { formatStamp } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'

const adminViews = queryOptions({
  queryKey: ['account', 'admin-views'],
  queryFn: ({ signal }) => request<{ items: AdminView[] }>('/api/account/admin-views', { signal }),
})

const LABELS: Record<AdminView['of'], string> = {
  account: 'Your account',
  report: 'A report about you',
  draft: 'A draft event of yours',
  list: 'The list of members, with email addresses',
  search: 'A search among members, with email addresses',
  download: 'A download of members, with email addresses',
}

/** When admins looked into what is private. */
export function AdminViews() {
  const { items } = useSuspenseQuery(adminViews).data
  const zone = useViewerZone()
  return (
    <Card title="Viewed by admins">
      <p className={patterns.muted}>
        {items.length === 0
          ? 'No admin has looked at your private data.'
          : 'The latest times an admin looked at your account, a report about you, a draft of yours, or a list with email addresses.'}
      </p>
      {items.length > 0 && (
        <ul className={patterns.ruled}>
          {items.map(({ of, at }) => (
            <li key={`${of} ${at}`}>
              {LABELS[of]} ·{' '}
              <time dateTime={at} className={patterns.muted}>
                {formatStamp(at, zone)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
