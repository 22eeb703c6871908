import { useState } from 'react'

import * as m from '#shared/chapters/messages.ts'
import { CHAPTER_LIMITS } from '#shared/chapters/rules.ts'
import type { ChapterImport } from '#shared/chapters/schema.ts'
import * as words from '#shared/lib/messages.ts'
import { formatList } from '#shared/lib/lists.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { readTable } from '#client/lib/files/read-table-in-worker.ts'
import { useReading } from '#client/lib/files/use-reading.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { FileInput } from '#client/ui/form/FileInput.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { BackLink } from '#client/ui/page/BackLink.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { languages, newChapter } from './ChapterForm.tsx'
import styles from './ImportChapters.module.css'
import { columnOf, importColumns, importedRows } from './imported-rows.ts'
import { importChapters, useChaptersChanged } from './queries.ts'

type Rows = ChapterImport['chapters']

/** Creates the chapters of a file: all of them, or none. */
export function ImportChapters({ onDone }: { onDone: () => void }) {
  const [rows, setRows] = useState<Rows>([])
  const [refusal, setRefusal] = useState<string>()
  const { failure = refusal, isReading, attempt } = useReading()
  const changed = useChaptersChanged()
  const creation = useCommand<unknown, Rows>({
    command: importChapters,
    showsError: true,
    async onSuccess() {
      await changed()
      onDone()
    },
    done: m.importDone({ count: rows.length }),
  })
  const { fields = {}, message } = creation.error ? explainProblem(creation.error) : {}
  const hasFields = Object.keys(fields).length > 0

  function read(table: readonly string[][]) {
    const found = importedRows(table, newChapter(), languages())
    creation.reset()
    setRows([])
    if (!found) return setRefusal(m.importNoName({ name: m.name() }))
    if (found.length === 0) return setRefusal(m.importEmpty())
    if (found.length > CHAPTER_LIMITS.import)
      return setRefusal(m.importMany({ count: CHAPTER_LIMITS.import }))
    setRefusal(undefined)
    setRows(found)
  }

  return (
    <Stack gap={4}>
      <div>
        <BackLink to={adminPath('chapters')}>{m.chapters()}</BackLink>
        <h2>{m.importChapters()}</h2>
      </div>
      <p>{m.importColumns({ columns: formatList(importColumns()) })}</p>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {message && <Notice tone="danger">{hasFields ? m.importFix() : message}</Notice>}
      <FileInput
        label={m.importFile()}
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        busy={isReading && m.importReading()}
        onChoose={(file) =>
          void attempt(
            () => readTable(file),
            (table) => read(table.rows),
          )
        }
      />
      {rows.length > 0 && (
        <>
          {!message && <p>{m.importNone()}</p>}
          <div className={patterns.actions}>
            <Button busy={creation.isPending && words.saving()} onClick={() => creation.run(rows)}>
              {m.importCreate({ count: rows.length })}
            </Button>
          </div>
          <Table
            label={m.chapters()}
            columns={[m.name(), m.importProblems(), m.slug(), m.place(), m.importLead()]}
          >
            {rows.map((row, at) => (
              // Rows have no identity but their position.
              //
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <th scope="row">{row.name || '–'}</th>
                <td className={styles.problems}>{problemsOf(fields, at)}</td>
                <td>{row.slug}</td>
                <td>{row.place}</td>
                <td>{row.lead}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </Stack>
  )
}

const problemsOf = (fields: Readonly<Record<string, string | undefined>>, at: number) =>
  Object.entries(fields)
    .filter(([path]) => path.startsWith(`chapters.${at}.`))
    .map(([path, value]) => (
      <div key={path}>{words.labelled({ label: columnOf(path), value: value ?? '' })}</div>
    ))
