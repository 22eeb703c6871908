import { Link } from 'react-router-dom'

import { adminReportPath } from '#shared/admin-paths.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import { REASON_LABELS } from '#shared/report-rules.ts'
import type { ReportRow } from '#shared/reports.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { Table } from '#client/ui/Table.tsx'

import { DECISION_LABELS, KIND_LABELS } from './labels.ts'

const COLUMNS = ['Content', 'By', 'Reason', 'Reported by', 'Reported', 'Decision']

export const ReportTable = ({ label, rows }: { label: string; rows: readonly ReportRow[] }) => (
  <Table label={label} columns={COLUMNS}>
    {rows.map(({ id, kind, owner, reason, reporter, at, decision }) => (
      <tr key={id}>
        <th scope="row">
          <Link to={adminReportPath(id)}>{KIND_LABELS[kind]}</Link>
        </th>
        <td>{owner.displayName}</td>
        <td>{REASON_LABELS[reason]}</td>
        <td>{reporter?.displayName ?? FORMER_MEMBER}</td>
        <td>
          <DateOf at={at} />
        </td>
        <td>{decision ? DECISION_LABELS[decision.kind] : 'Open'}</td>
      </tr>
    ))}
  </Table>
)
