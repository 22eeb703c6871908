import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/moderation/messages.ts'
import { reportOutcome } from '#shared/notifications/messages.ts'
import type { OwnReport } from '#shared/moderation/reports.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'

const ownReports = pagedQuery(['moderation', 'reports'], ({ cursor, signal }) =>
  request('GET /api/moderation/reports', { query: { cursor }, signal }),
)

/** The member's reports and their outcomes. Renders nothing for members who are not active. */
export function OwnReports() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  return profile.status === 'active' ? <Reports /> : null
}

function Reports() {
  const list = useSuspenseInfiniteQuery(ownReports)
  return (
    <Card title={m.ownTitle()}>
      <p className={patterns.muted}>{list.data.length === 0 ? m.ownNone() : m.ownPrivate()}</p>
      {list.data.length > 0 && (
        <ul className={patterns.ruled}>
          {list.data.map((report) => (
            <li key={report.id}>
              <Report report={report} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore {...list} />
    </Card>
  )
}

const Report = ({ report: { kind, reason, text, at, outcome, decidedAt } }: { report: OwnReport }) => (
  <>
    <p>{m.ownReport({ kind: m.kind({ kind }), reason: m.reason({ reason }) })}</p>
    {text && <p className={patterns.small}>“{text}”</p>}
    <p className={patterns.small}>
      {rich(
        outcome && decidedAt
          ? m.ownSentDecided({
              date: <DateOf at={at} />,
              outcome: reportOutcome({ outcome }),
              decided: <DateOf at={decidedAt} />,
            })
          : m.ownSentOpen({ date: <DateOf at={at} /> }),
      )}
    </p>
  </>
)
