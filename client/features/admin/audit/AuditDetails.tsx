import { useSuspenseQuery } from '@tanstack/react-query'

import type { AuditedField } from '#shared/admin.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import styles from './AuditTable.module.css'
import { auditEntry } from './queries.ts'

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
      {fields.map(({ name, before, after }) => (
        <tr key={name}>
          <th scope="row">
            {name} <Change before={before} after={after} />
          </th>
          <Value text={before} />
          <Value text={after} />
        </tr>
      ))}
    </tbody>
  </table>
)

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
