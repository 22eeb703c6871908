import { useState } from 'react'

import { IMPORT_LIMITS } from '#shared/invitation-rules.ts'
import type { ImportRow } from '#shared/invitations.ts'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { TextField } from '#client/ui/TextField.tsx'

import styles from '#client/features/admin/invitations/invitations.module.css'
import { rowsOfList } from './columns.ts'
import { readFile, readText, tooManyRows, UnreadableFile } from './read-table.ts'

interface Props {
  onRows: (rows: ImportRow[]) => void
  onTable: (table: string[][]) => void
}

export function AddPeople({ onRows, onTable }: Props) {
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { addresses: '' },
    draft: 'invite-people',
    check: ({ addresses }) => (addresses.trim() ? {} : { addresses: 'Enter at least one email address.' }),
    // Copied from a spreadsheet, it has columns.
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
          label="Email addresses"
          hint="One per line, or separated by commas. Names can be added like Ada Lovelace <ada@example.org>."
          multiline
          rows={6}
        />
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        <div className={patterns.actions}>
          <Button type="submit" busy={form.busy && 'Reading…'}>
            Check addresses
          </Button>
        </div>
      </form>
      <div className={styles.file}>
        <h3>Or import a CSV file</h3>
        <p className={patterns.muted}>
          With names and profile fields, up to {IMPORT_LIMITS.rows.toLocaleString('en')} rows. You’ll see
          every row before anyone is invited.
        </p>
        <input
          type="file"
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            // The same file can be chosen again after it was changed.
            event.target.value = ''
            if (file) void attempt(async () => onTable(await readFile(file)))
          }}
        />
      </div>
    </div>
  )
}
