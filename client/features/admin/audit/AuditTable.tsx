import { Suspense, useId, useState } from 'react'

import type { AuditLine } from '#shared/admin.ts'
import { formatStamp } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Table } from '#client/ui/Table.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import { AuditDetails } from './AuditDetails.tsx'
import styles from './AuditTable.module.css'
import { actionLabel, reasonLabel } from './labels.ts'

const COLUMNS = ['Details', 'Time', 'Action', 'By', 'Target', 'Reason']

/** Entries of the audit log. Each opens to show what it changed. @param label names the table */
export const AuditTable = ({ label, entries }: { label: string; entries: readonly AuditLine[] }) => (
  <Table label={label} columns={COLUMNS}>
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} />
    ))}
  </Table>
)

function Entry({ entry }: { entry: AuditLine }) {
  const { id, at, action, reason, actor, target } = entry
  const zone = useViewerZone()
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const time = formatStamp(at, zone)
  return (
    <>
      <tr className={styles.entry} data-open={isOpen || undefined}>
        <td>
          <Button
            variant="quiet"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
            <VisuallyHidden>{` details: ${actionLabel(action)}, ${time}`}</VisuallyHidden>
          </Button>
        </td>
        <td className={styles.time}>
          <time dateTime={at}>{time}</time>
        </td>
        <th scope="row">{actionLabel(action)}</th>
        <td className={styles.target}>{entry.actorName ?? actor ?? 'System'}</td>
        <td className={styles.target}>{target !== actor && (entry.targetName ?? target)}</td>
        <td className={styles.target}>{reason && reasonLabel(reason)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS.length}>
            <section id={detailsId} aria-label={`Details: ${actionLabel(action)}`} className={styles.details}>
              <Suspense fallback={<Spinner />}>
                <AuditDetails id={id} />
              </Suspense>
            </section>
          </td>
        </tr>
      )}
    </>
  )
}
