import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/admin/messages.ts'
import type { AuditedField } from '#shared/admin/audit.ts'
import { formatShortDate, justBefore } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './AuditTable.module.css'
import { auditEntry } from './queries.ts'

/** The field of a membership with the instant at which a suspension ends. */
const SUSPENSION_END = 'suspendedUntil'

/** The changes of an entry, before and after side by side, as text. */
export function AuditDetails({ id }: { id: string }) {
  const { data: entry } = useSuspenseQuery(auditEntry(id))
  return (
    <Stack gap={3}>
      {entry.fields.length > 0 ? (
        <Fields fields={entry.fields} />
      ) : (
        <p className={patterns.muted}>{m.auditUnchanged()}</p>
      )}
      <Facts>
        <Fact name={m.action()}>{entry.action}</Fact>
        <Fact name={m.auditById()}>{entry.actor}</Fact>
        <Fact name={m.auditTargetId()}>{entry.target}</Fact>
        <Fact name={m.auditSession()}>{entry.sessionHash}</Fact>
        <Fact name={m.auditRequest()}>{entry.requestId}</Fact>
        <Fact name={m.auditEntry()}>{entry.id}</Fact>
      </Facts>
    </Stack>
  )
}

const Fields = ({ fields }: { fields: readonly AuditedField[] }) => (
  <table className={styles.fields} aria-label={m.auditBeforeAfter()}>
    <thead>
      <tr>
        <th scope="col">{m.auditField()}</th>
        <th scope="col">{m.auditBefore()}</th>
        <th scope="col">{m.auditAfter()}</th>
      </tr>
    </thead>
    <tbody>
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} />
      ))}
    </tbody>
  </table>
)

function FieldRow({ field: { name, before, after } }: { field: AuditedField }) {
  const zone = useViewerZone()
  const isEnd = name === SUSPENSION_END
  const read = (text: string | undefined) => (text && isEnd ? formatShortDate(justBefore(text), zone) : text)
  return (
    <tr>
      <th scope="row">
        {isEnd ? m.auditLastDay() : name} <Change before={before} after={after} />
      </th>
      <Value text={read(before)} />
      <Value text={read(after)} />
    </tr>
  )
}

function Change({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === after) return null
  const label =
    before === undefined ? m.auditAdded() : after === undefined ? m.auditRemoved() : m.auditChanged()
  return <Badge tone="accent">{label}</Badge>
}

const Value = ({ text }: { text: string | undefined }) => (
  <td>
    {text === undefined ? (
      <span className={patterns.muted}>–</span>
    ) : (
      text || <span className={patterns.muted}>{m.empty()}</span>
    )}
  </td>
)
