import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import { formatStamp } from '#client/lib/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import { actionLabel, reasonLabel } from './audit-words.ts'
import { auditLog } from './queries.ts'

const COLUMNS = ['When', 'What', 'By whom', 'On what', 'Why']

export function AuditLog() {
  const list = useSuspenseInfiniteQuery(auditLog)
  const zone = useViewerZone()
  return (
    <Stack gap={3}>
      <h2>Audit log</h2>
      <Table label="Audit log" columns={COLUMNS}>
        {list.data.map(({ id, at, action, reason, ...entry }) => (
          <tr key={id}>
            <td>
              <time dateTime={at}>{formatStamp(at, zone)}</time>
            </td>
            <th scope="row">{actionLabel(action)}</th>
            <td>{entry.actorName ?? entry.actor ?? 'Unknown'}</td>
            <td>{entry.target !== entry.actor && (entry.targetName ?? entry.target)}</td>
            <td>{reason && reasonLabel(reason)}</td>
          </tr>
        ))}
      </Table>
      <ShowMore {...list} />
    </Stack>
  )
}
