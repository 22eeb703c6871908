import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import * as m from '#shared/events/messages.ts'
import type { EventImportResult, ImportedDetails } from '#shared/events/imports.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { BatchProgress, type BatchState } from '#client/ui/BatchProgress.tsx'
import { Button } from '#client/ui/Button.tsx'
import { CountLines } from '#client/ui/lists/CountLines.tsx'
import { useFirstItems } from '#client/ui/lists/use-first-items.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'

import { EventLines } from './EventLines.tsx'
import type { FileEvent, ImportedFile } from './imported-file.ts'
import styles from './imports.module.css'
import { NameEvent } from './NameEvent.tsx'
import { StepHeading } from './StepHeading.tsx'
import { useImport } from './use-import.ts'

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

const Progress = ({ title, failure, ...rest }: BatchState & { title: string }) => (
  <BatchProgress
    {...rest}
    heading={<StepHeading>{title}</StepHeading>}
    label={title}
    failure={failure && m.importsFailed({ problem: failure })}
    retryLabel={m.importsContinue()}
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
  return (
    <CountLines
      lines={[
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
      ]}
    />
  )
}

function RowProblems({ file: { unit, problems } }: { file: ImportedFile }) {
  const [shown, more] = useFirstItems(problems)
  if (problems.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="import-problems">
      <h2 id="import-problems">{m.importsProblemsTitle({ count: problems.length })}</h2>
      <ul className={patterns.ruled}>
        {shown.map(({ row, message }, at) => (
          <li key={at}>
            <strong>{m.importsPosition({ unit, number: String(row) })}</strong>: {message}
          </li>
        ))}
      </ul>
      {more}
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
