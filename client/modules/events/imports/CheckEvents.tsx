import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import type { EventImportResult, ImportedDetails } from '#shared/events/imports/schema.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { BatchProgress } from '#client/ui/BatchProgress.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import { EventLines } from './EventLines.tsx'
import type { FileEvent, ImportedFile } from './imported-file.ts'
import styles from './imports.module.css'
import { NameEvent } from './NameEvent.tsx'
import { StepHeading } from './StepHeading.tsx'
import { useImport } from './use-import.ts'

const PAGE = 50

interface Props {
  file: ImportedFile
  zone: string
  onName: (index: number, details: ImportedDetails) => void
  onRestart: () => void
}

/** Shows what an import would do, then does it. */
export function CheckEvents({ file, zone, onName, onRestart }: Props) {
  const { source, events } = file
  const checking = useImport({ source, events, preview: true })
  // Runs once: this is rendered anew for other events.
  //
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => void checking.run(), [])
  const { results } = checking
  if (!results)
    return <Progress title={m.importsChecking()} {...checking} onRetry={() => void checking.run()} />
  const unnamed = results.findIndex(({ outcome }) => outcome === 'unnamed')
  if (unnamed >= 0)
    return (
      <NameEvent
        event={events[unnamed]!}
        source={source}
        zone={zone}
        onName={(details) => onName(unnamed, details)}
        onBack={onRestart}
      />
    )
  return <Checked file={file} results={results} onRestart={onRestart} />
}

const isNew = ({ outcome }: EventImportResult) => outcome === 'created'
const isImported = ({ attendees }: FileEvent, { outcome, recordsAttendees }: EventImportResult) =>
  outcome === 'created' || outcome === 'updated' || (recordsAttendees && attendees.length > 0)

function Checked({
  file,
  results,
  onRestart,
}: Pick<Props, 'file' | 'onRestart'> & { results: readonly EventImportResult[] }) {
  const { source, unit, events } = file
  const cache = useQueryClient()
  const toImport = useMemo(
    () => events.filter((event, at) => isImported(event, results[at]!)),
    [events, results],
  )
  const importing = useImport({ source, events: toImport, preview: false })
  const run = async () => {
    await importing.run()
    await invalidateEvents(cache)
  }
  if (importing.results)
    return <Done events={toImport} unit={unit} results={importing.results} onRestart={onRestart} />
  if (importing.isRunning || importing.failure)
    return <Progress title={m.importsRunning()} {...importing} onRetry={() => void run()} />
  return (
    <Stack gap={6}>
      <Stack gap={4}>
        <StepHeading>{m.importsCheck()}</StepHeading>
        <Summary file={file} results={results} />
        <p>{m.importsCheckText()}</p>
        <div className={patterns.actions}>
          <Button disabled={toImport.length === 0} onClick={() => void run()}>
            {m.importsRun({ count: toImport.length })}
          </Button>
          <Button variant="secondary" onClick={onRestart}>
            {m.importsOtherFile()}
          </Button>
        </div>
      </Stack>
      <EventLines events={events} unit={unit} results={results} />
      <RowProblems file={file} />
    </Stack>
  )
}

interface ProgressProps {
  title: string
  done: number
  total: number
  failure: string | undefined
  onRetry: () => void
}

const Progress = ({ title, done, total, failure, onRetry }: ProgressProps) => (
  <BatchProgress
    heading={<StepHeading>{title}</StepHeading>}
    label={title}
    done={done}
    total={total}
    failure={failure && m.importsFailed({ problem: failure })}
    retryLabel={m.importsContinue()}
    onRetry={onRetry}
  />
)

function Summary({
  file: { events, problems, notComing },
  results,
}: {
  file: ImportedFile
  results: readonly EventImportResult[]
}) {
  const count = (test: (result: EventImportResult) => boolean) => results.filter(test).length
  const attendees = events.reduce((sum, event) => sum + event.attendees.length, 0)
  const withoutAddress = events.reduce((sum, event) => sum + event.withoutAddress, 0)
  const lines: [count: number, text: (values: { count: number }) => string][] = [
    [count((result) => isNew(result) && result.recordsAttendees), m.importsNewPast],
    [count((result) => isNew(result) && !result.recordsAttendees), m.importsNewDrafts],
    [count(({ outcome }) => outcome === 'updated'), m.importsUpdates],
    [count(({ outcome }) => outcome === 'unchanged'), m.importsUnchanged],
    [count(({ outcome }) => outcome === 'kept'), m.importsKept],
    [count(({ outcome }) => outcome === 'invalid'), m.importsInvalid],
    [attendees, m.importsWithAddress],
    [withoutAddress, m.importsWithoutAddress],
    [notComing, m.importsNotComing],
    [problems.length, m.importsProblems],
  ]
  return (
    <ul className={patterns.bulleted}>
      {lines.map(([number, text], at) => number > 0 && <li key={at}>{text({ count: number })}</li>)}
    </ul>
  )
}

function RowProblems({ file: { unit, problems } }: { file: ImportedFile }) {
  const [shown, setShown] = useState(PAGE)
  if (problems.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="import-problems">
      <h2 id="import-problems">{m.importsProblemsTitle({ count: problems.length })}</h2>
      <ul className={patterns.ruled}>
        {problems.slice(0, shown).map(({ row, message }, at) => (
          <li key={at}>
            <strong>{m.importsPosition({ unit, number: String(row) })}</strong>: {message}
          </li>
        ))}
      </ul>
      {problems.length > shown && (
        <Button variant="secondary" onClick={() => setShown(shown + PAGE)}>
          {m.importsMore()}
        </Button>
      )}
    </section>
  )
}

interface DoneProps {
  events: readonly FileEvent[]
  unit: ImportedFile['unit']
  results: readonly EventImportResult[]
  onRestart: () => void
}

function Done({ events, unit, results, onRestart }: DoneProps) {
  const added = results.reduce((sum, { attendees }) => sum + attendees.added, 0)
  const hasDrafts = results.some(({ event }) => event?.status === 'draft')
  return (
    <Stack gap={6}>
      <StepHeading>{m.importsResult()}</StepHeading>
      <Notice
        tone="success"
        title={m.importsDone({ count: results.length })}
        actions={<Button onClick={onRestart}>{m.importsAnother()}</Button>}
      >
        {[added > 0 && m.importsFound({ count: added }), hasDrafts && m.importsPublish()]
          .filter(Boolean)
          .join(' ')}
      </Notice>
      <EventLines events={events} unit={unit} results={results} isDone />
    </Stack>
  )
}
