import { useState } from 'react'

import type { ImportRow } from '#shared/invitations.ts'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { SelectField } from '#client/ui/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import styles from '#client/features/admin/invitations/invitations.module.css'
import { type Column, COLUMN_LABELS, guessColumns, rowsOf } from './columns.ts'

const OPTIONS = [
  { value: '', label: 'Leave out' },
  ...Object.entries(COLUMN_LABELS).map(([value, label]) => ({ value, label })),
]

interface Props {
  table: string[][]
  onRows: (rows: ImportRow[]) => void
  onBack: () => void
}

export function MatchColumns({ table, onRows, onBack }: Props) {
  const [guessed] = useState(() => guessColumns(table))
  const [columns, setColumns] = useState(guessed.columns)
  const [hasHeader, setHasHeader] = useState(guessed.hasHeader)
  const [first = [], second = []] = table
  const examples = hasHeader ? second : first
  const hasEmail = columns.includes('email')
  const choose = (at: number, value: Column) =>
    // A field comes from one column.
    setColumns(columns.map((column, index) => (index === at ? value : column === value ? '' : column)))
  return (
    <Stack gap={4}>
      <h3>Match the columns</h3>
      <p className={patterns.muted}>Choose what each column of your file contains.</p>
      <div className={styles.columns}>
        {first.map((heading, at) => (
          <SelectField
            // Columns have no other identity than their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            name={`column-${at}`}
            label={(hasHeader && heading.trim()) || `Column ${at + 1}`}
            hint={
              examples[at]?.slice(0, 60) ? `Such as ${examples[at].slice(0, 60)}` : 'Empty in the first row'
            }
            options={OPTIONS}
            value={columns[at] ?? ''}
            onChange={(value) => choose(at, value as Column)}
          />
        ))}
      </div>
      <CheckboxField
        label="The first row has the names of the columns"
        checked={hasHeader}
        onChange={setHasHeader}
      />
      {!hasEmail && <Notice tone="warning">Choose the column with the email addresses.</Notice>}
      <div className={patterns.actions}>
        <Button disabled={!hasEmail} onClick={() => onRows(rowsOf(table, { columns, hasHeader }))}>
          Check {(hasHeader ? table.length - 1 : table.length).toLocaleString('en')} rows
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Choose another file
        </Button>
      </div>
    </Stack>
  )
}
