import { useSuspenseQuery } from '@tanstack/react-query'

import type { AuditedField } from '#shared/admin.ts'
import { formatShortDate, justBefore } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './AuditTable.module.css'
import { auditEntry } from './queries.ts'

/** The field of a membership that has the instant at which a suspension ends. */
const SUSPENSION_END = 'suspendedUntil'

/** What an entry changed, before and after side by side, as text. */
export function AuditDetails({ id }: { id: string }) {
  const { data: entry } = useSuspenseQuery(auditEntry(id))
  return (
    <Stack gap={3}>
      {entry.fields.length > 0 ? (
        <Fields fields={entry.fields} />
      ) : (
        <p className={patterns.muted}>This action changed no stored values.</p>
      )}
      <Facts>
        <Fact name="Action">{entry.action}</Fact>
        <Fact name="By (id)">{entry.actor}</Fact>
        <Fact name="Target (id)">{entry.target}</Fact>
        <Fact name="Session">{entry.sessionHash}</Fact>
        <Fact name="Request">{entry.requestId}</Fact>
        <Fact name="Entry">{entry.id}</Fact>
      </Facts>
    </Stack>
  )
}

const Fields = ({ fields }: { fields: readonly AuditedField[] }) => (
  <table className={styles.fields} aria-label="Before and after">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
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
        {isEnd ? 'last day' : name} <Change before={before} after={after} />
      </th>
      <Value text={read(before)} />
      <Value text={read(after)} />
    </tr>
  )
}

function Change({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === after) return null
  const label = before === undefined ? 'Added' : after === undefined ? 'Removed' : 'Changed'
  return <Badge tone="accent">{label}</Badge>
}

const Value = ({ text }: { text: string | undefined }) => (
  <td>
    {text === undefined ? (
      <span className={patterns.muted}>–</span>
    ) : (
      text || <span className={patterns.muted}>Empty</span>
    )}
  </td>
)
