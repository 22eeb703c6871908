import { useState } from 'react'

import * as m from '#shared/admin/messages.ts'
import { IMPORT_LIMITS } from '#shared/accounts/invitation-rules.ts'
import type { ImportRow } from '#shared/accounts/invitations.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { FileInput } from '#client/ui/form/FileInput.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import styles from '#client/modules/admin/invitations/invitations.module.css'

import { rowsOfList } from './columns.ts'
import {
  type CellTable,
  readFile,
  readText,
  tooManyRows,
  UnreadableFile,
} from '#client/lib/files/read-table.ts'

interface Props {
  onRows: (rows: ImportRow[]) => void
  onTable: (table: CellTable) => void
}

export function AddPeople({ onRows, onTable }: Props) {
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { addresses: '' },
    draft: 'invite-people',
    check: ({ addresses }) => (addresses.trim() ? {} : { addresses: m.importRule() }),
    // Text copied from a spreadsheet has columns.
    submit: async ({ addresses }) =>
      attempt(async () => {
        if (addresses.includes('\t')) return onTable(readText(addresses))
        const rows = rowsOfList(addresses)
        if (rows.length > IMPORT_LIMITS.rows) throw tooManyRows(rows.length)
        return onRows(rows)
      }),
  })

  async function attempt(read: () => Promise<void>) {
    setFailure(undefined)
    try {
      await read()
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      setFailure(error.message)
    }
  }

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
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.actions}>
          <Button type="submit" busy={form.busy && m.importReading()}>
            {m.importCheckAddresses()}
          </Button>
        </div>
      </form>
      <div className={styles.file}>
        <h3>{m.importFileTitle()}</h3>
        <p className={patterns.muted}>{m.importFileText({ rows: IMPORT_LIMITS.rows })}</p>
        <FileInput
          label={m.importFile()}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChoose={(file) => void attempt(async () => onTable(await readFile(file)))}
        />
      </div>
    </div>
  )
}
