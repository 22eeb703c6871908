import { useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { IMPORT_LIMITS } from '#shared/accounts/invitation-rules.ts'
import type { ImportedDetails } from '#shared/events/imports.ts'
import { paths } from '#shared/lib/paths.ts'
import { useReading } from '#client/lib/files/use-reading.ts'
import { TimeZoneField } from '#client/lib/time/TimeZoneField.tsx'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { FileInput } from '#client/ui/form/FileInput.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'

import { CheckEvents } from './CheckEvents.tsx'
import type { ImportedFile } from './imported-file.ts'
import styles from './imports.module.css'
import { readEvents } from './read-in-worker.ts'

/** Imports events and attendees from an export of another product: nothing is stored before the last step. */
export function ImportEvents() {
  const viewerZone = useViewerZone()
  const [zone, setZone] = useState(viewerZone)
  const [file, setFile] = useState<ImportedFile>()
  /** Increases when events get their details, so that they are checked again. */
  const [round, setRound] = useState(0)
  function name(index: number, details: ImportedDetails) {
    setFile((before) => before && withDetails(before, index, details))
    setRound(round + 1)
  }
  return (
    <>
      <ScreenTitle>{m.importsTitle()}</ScreenTitle>
      <PageHeader
        back={{ to: paths.events, label: m.eventAll() }}
        title={m.importsTitle()}
        lead={m.importsLead()}
      />
      {file ? (
        <CheckEvents
          key={round}
          file={file}
          zone={zone}
          onName={name}
          onRestart={() => {
            setFile(undefined)
            setRound(round + 1)
          }}
        />
      ) : (
        <ChooseFile zone={zone} onZone={setZone} onFile={setFile} />
      )}
    </>
  )
}

function withDetails(file: ImportedFile, index: number, details: ImportedDetails): ImportedFile {
  return {
    ...file,
    events: file.events.map((event, at) => (at === index ? { ...event, details } : event)),
  }
}

interface ChooseFileProps {
  zone: string
  onZone: (zone: string) => void
  onFile: (file: ImportedFile) => void
}

function ChooseFile({ zone, onZone, onFile }: ChooseFileProps) {
  const { failure, isReading, attempt } = useReading()
  return (
    <div className={patterns.column}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <TimeZoneField
        name="zone"
        label={m.importsZone()}
        hint={m.importsZoneHint()}
        value={zone}
        onChange={onZone}
      />
      <section className={styles.file} aria-labelledby="import-file">
        <h2 id="import-file">{m.importsFile()}</h2>
        <ul className={patterns.bulleted}>
          <li>{m.importsFromCalendar()}</li>
          <li>{m.importsFromLuma()}</li>
          <li>{m.importsFromEventbrite()}</li>
          <li>{m.importsFromMeetup()}</li>
        </ul>
        <p className={patterns.muted}>
          {m.importsLimits({ rows: IMPORT_LIMITS.rows, size: IMPORT_LIMITS.file / 1e6 })}
        </p>
        <FileInput
          label={m.importsFileField()}
          accept=".csv,.tsv,.txt,.ics,text/csv,text/plain,text/tab-separated-values,text/calendar"
          busy={isReading && m.importsReading()}
          onChoose={(file) => void attempt(() => readEvents(file, { zone, now: Date.now() }), onFile)}
        />
      </section>
    </div>
  )
}
