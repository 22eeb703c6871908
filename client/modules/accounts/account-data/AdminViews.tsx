import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/accounts/messages.ts'
import type { AdminView } from '#shared/operations/audit.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { routeQuery } from '#client/lib/route-query.ts'

const adminViews = routeQuery(['account', 'admin-views'], 'GET /api/account/admin-views')

const LABELS: Record<AdminView['of'], () => string> = {
  account: m.adminViewAccount,
  report: m.adminViewReport,
  draft: m.adminViewDraft,
  list: m.adminViewList,
  search: m.adminViewSearch,
  download: m.adminViewDownload,
}

/** Times at which admins viewed private data. */
export function AdminViews() {
  const { items } = useSuspenseQuery(adminViews).data
  const zone = useViewerZone()
  return (
    <Card title={m.adminViews()}>
      <p className={patterns.muted}>{items.length === 0 ? m.adminViewsNone() : m.adminViewsText()}</p>
      {items.length > 0 && (
        <ul className={patterns.ruled}>
          {items.map(({ of, at }) => (
            <li key={`${of} ${at}`}>
              {LABELS[of]()}
              {'\u00A0· '}
              <time dateTime={at} className={patterns.muted}>
                {formatMoment(at, zone)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
