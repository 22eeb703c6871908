import { Link } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import { adminReportPath } from '#shared/lib/paths/admin.ts'
import { formerMember } from '#shared/people/messages.ts'
import { reason as reasonText } from '#shared/moderation/messages.ts'
import type { ReportRow } from '#shared/moderation/reports.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Table } from '#client/ui/lists/Table.tsx'

export const reportColumns = () => [
  m.reportsContent(),
  m.reportsBy(),
  words.reason(),
  m.reportsReportedBy(),
  m.reportsReported(),
  m.reportsDecision(),
]

export const ReportTable = ({ label, rows }: { label: string; rows: readonly ReportRow[] }) => (
  <Table label={label} columns={reportColumns()}>
    {rows.map((row) => (
      <ReportTableRow key={row.id} {...row} />
    ))}
  </Table>
)

export const ReportTableRow = ({ id, kind, owner, reason, reporter, at, decision }: ReportRow) => (
  <tr>
    <th scope="row">
      <Link to={adminReportPath(id)}>{m.reportKind({ kind })}</Link>
    </th>
    <td>{owner.displayName}</td>
    <td>{reasonText({ reason })}</td>
    <td>{reporter?.displayName ?? formerMember()}</td>
    <td>
      <DateOf at={at} />
    </td>
    <td>{decision ? m.reportDecision({ decision: decision.kind }) : m.reportsOpen()}</td>
  </tr>
)
