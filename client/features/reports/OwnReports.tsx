import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'

import { OUTCOME_LABELS, REASON_LABELS, type ReportKind } from '#shared/report-rules.ts'
import type { OwnReport } from '#shared/reports.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/patterns.module.css'
import { ShowMore } from '#client/ui/ShowMore.tsx'

const ownReports = pagedQuery<OwnReport>(['moderation', 'reports'], '/api/moderation/reports')

const KIND_LABELS: Record<ReportKind, string> = {
  profile: 'A profile',
  photo: 'A photo',
  event: 'An event',
  cover: 'An event’s cover',
  announcement: 'An announcement',
  note: 'A request note',
}

/** What the member reported and what became of it. Absent for members who are not active. */
export function OwnReports() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  return profile.status === 'active' ? <Reports /> : null
}

function Reports() {
  const list = useSuspenseInfiniteQuery(ownReports)
  return (
    <Card title="Your reports">
      <p className={patterns.muted}>
        {list.data.length === 0
          ? 'What you report to the admins, and what they decide, appears here.'
          : 'Only you and the admins see them.'}
      </p>
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
    <p>
      {KIND_LABELS[kind]}: {REASON_LABELS[reason]}
    </p>
    {text && <p className={patterns.small}>“{text}”</p>}
    <p className={patterns.small}>
      Sent <DateOf at={at} /> ·{' '}
      {outcome ? (
        <>
          {OUTCOME_LABELS[outcome]} {decidedAt && <DateOf at={decidedAt} />}
        </>
      ) : (
        'Not decided yet'
      )}
    </p>
  </>
)
