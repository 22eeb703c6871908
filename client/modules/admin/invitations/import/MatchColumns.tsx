import { useState } from 'react'

import * as m from '#shared/admin/messages.ts'
import type { ImportRow } from '#shared/accounts/invitations.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import styles from '#client/modules/admin/invitations/list/invitations.module.css'
import type { CellTable } from '#client/lib/files/read-table.ts'

import { type Column, COLUMNS, guessColumns, rowsOf } from './columns.ts'

const options = () => [
  { value: '' as const, label: m.importLeaveOut() },
  ...COLUMNS.filter((column) => column !== 'chapter' || readSettings().COMMUNITY?.chapters).map((column) => ({
    value: column,
    label: m.importColumn({ column }),
  })),
]

interface Props {
  table: CellTable
  onRows: (rows: ImportRow[], numbers: readonly number[]) => void
  onBack: () => void
}

export function MatchColumns({ table: { rows: table, numbers }, onRows, onBack }: Props) {
  const [guessed] = useState(() => guessColumns(table))
  const [columns, setColumns] = useState(guessed.columns)
  const [hasHeader, setHasHeader] = useState(guessed.hasHeader)
  const [first = [], second = []] = table
  const examples = hasHeader ? second : first
  const hasEmail = columns.includes('email')
  const choose = (at: number, value: Column) =>
    // Each field can come from only one column.
    setColumns(columns.map((column, index) => (index === at ? value : column === value ? '' : column)))
  return (
    <Stack gap={4}>
      <h3>{m.importColumnsTitle()}</h3>
      <p className={patterns.muted}>{m.importColumnsText()}</p>
      <div className={styles.columns}>
        {first.map((heading, at) => (
          <SelectField
            // Columns have no identity but their position.
            //
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            name={`column-${at}`}
            label={(hasHeader && heading.trim()) || m.importColumnNumber({ number: at + 1 })}
            hint={
              examples[at]?.slice(0, 60)
                ? m.importExample({ example: examples[at].slice(0, 60) })
                : m.importNoExample()
            }
            options={options()}
            value={columns[at] ?? ''}
            onChange={(value) => choose(at, value)}
          />
        ))}
      </div>
      <CheckboxField label={m.importHasHeader()} checked={hasHeader} onChange={setHasHeader} />
      {!hasEmail && <Notice tone="warning">{m.importNoEmail()}</Notice>}
      <div className={patterns.actions}>
        <Button
          disabled={!hasEmail}
          onClick={() =>
            onRows(rowsOf(table, { columns, hasHeader }), hasHeader ? numbers.slice(1) : numbers)
          }
        >
          {m.importCheckRows({ count: hasHeader ? table.length - 1 : table.length })}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          {m.importOtherFile()}
        </Button>
      </div>
    </Stack>
  )
}
