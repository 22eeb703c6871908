import * as m from '#shared/admin/messages.ts'
import { IMPORT_LIMITS } from '#shared/accounts/invitation-rules.ts'
import type { ImportRow } from '#shared/accounts/invitations.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { FileInput } from '#client/ui/form/FileInput.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import styles from '#client/modules/admin/invitations/list/invitations.module.css'
import type { CellTable } from '#client/lib/files/read-table.ts'
import { readTable } from '#client/lib/files/read-table-in-worker.ts'
import { tooManyRows } from '#client/lib/files/unreadable-file.ts'
import { useReading } from '#client/lib/files/use-reading.ts'
import { Submit } from '#client/ui/form/Submit.tsx'

import { rowsOfList } from './columns.ts'

interface Props {
  onRows: (rows: ImportRow[]) => void
  onTable: (table: CellTable) => void
}

export function AddPeople({ onRows, onTable }: Props) {
  const { failure, isReading, attempt } = useReading()
  const form = useForm({
    initial: { addresses: '' },
    draft: 'invite-people',
    check: ({ addresses }) => (addresses.trim() ? {} : { addresses: m.importRule() }),
    // Text copied from a spreadsheet has columns.
    submit: ({ addresses }) =>
      addresses.includes('\t')
        ? attempt(() => readTable(addresses), onTable)
        : attempt(async () => listOf(addresses), onRows),
  })

  return (
    <div className={patterns.column}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <form {...form.props} className={patterns.column}>
        <TextField
          {...form.field('addresses')}
          label={m.importAddresses()}
          hint={m.importAddressesHint()}
          multiline
          rows={6}
        />
        <Submit form={form} label={m.importCheckAddresses()} busy={m.importReading()} />
      </form>
      <div className={styles.file}>
        <h3>{m.importFileTitle()}</h3>
        <p className={patterns.muted}>{m.importFileText({ rows: IMPORT_LIMITS.rows })}</p>
        <FileInput
          label={m.importFile()}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          busy={isReading && !form.busy && m.importReading()}
          onChoose={(file) => void attempt(() => readTable(file), onTable)}
        />
      </div>
    </div>
  )
}

function listOf(addresses: string) {
  const rows = rowsOfList(addresses)
  if (rows.length > IMPORT_LIMITS.rows) throw tooManyRows(rows.length)
  return rows
}
