import { Suspense, useId, useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { AuditLine } from '#shared/admin/audit.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { rich } from '#client/ui/rich.tsx'
import { dotted } from '#client/ui/text/dotted.ts'

import { AuditDetails } from './AuditDetails.tsx'
import styles from './AuditTable.module.css'
import { actionLabel, reasonLabel, targetLabel } from './labels.ts'

const columns = () => [m.details(), m.time(), m.action(), m.by(), m.auditTarget(), words.reason()]

/** Entries of the audit log. Each opens to show its changes. @param label names the table */
export const AuditTable = ({ label, entries }: { label: string; entries: readonly AuditLine[] }) => (
  <Table label={label} columns={columns()}>
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} />
    ))}
  </Table>
)

function Entry({ entry }: { entry: AuditLine }) {
  const { id, at, action, reason, actor, target, chapter } = entry
  const zone = useViewerZone()
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const time = formatMoment(at, zone)
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
            {rich((isOpen ? m.auditHide : m.auditShow)({ hidden, action: actionLabel(action), time }))}
          </Button>
        </td>
        <td className={styles.time}>
          <time dateTime={at}>{time}</time>
        </td>
        <th scope="row">{actionLabel(action)}</th>
        <td className={styles.target}>{entry.actorName ?? actor ?? m.system()}</td>
        <td className={styles.target}>{dotted([target !== actor && targetLabel(entry), chapter])}</td>
        <td className={styles.target}>{reason && reasonLabel(reason)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={columns().length}>
            <section
              id={detailsId}
              aria-label={m.auditDetailsOf({ action: actionLabel(action) })}
              className={styles.details}
            >
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
