import { useQuery, useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/meetings/messages.ts'
import { BEST_TIMES } from '#shared/meetings/availability-rules.ts'
import { useReading } from '#client/lib/files/use-reading.ts'
import { busyFile, setBusyFile } from '#client/modules/meetings/meetings/queries.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { readBusyTimes } from '#client/modules/programme/imports/read-in-worker.ts'
import { Button } from '#client/ui/Button.tsx'
import { FileInput } from '#client/ui/form/FileInput.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { busyFileOf } from './busy-times.ts'
import styles from './form.module.css'

/** Leaves out the times of a calendar file, which is read on the device. */
export function BusyTimes() {
  const cache = useQueryClient()
  const zone = useViewerZone()
  const { data: file } = useQuery(busyFile)
  const { failure, isReading, attempt } = useReading()
  const read = async (chosen: File) => {
    const now = Date.now()
    return busyFileOf(chosen.name, await readBusyTimes(chosen, { zone, now, until: now + BEST_TIMES.latest }))
  }
  return (
    <details open={file ? true : undefined}>
      <summary className={patterns.summary}>{m.busyTitle()}</summary>
      <div className={styles.group}>
        <p className={patterns.muted}>{m.busyText()}</p>
        <FileInput
          label={m.busyField()}
          accept=".ics,text/calendar"
          busy={isReading && m.busyReading()}
          onChoose={(chosen) =>
            void attempt(
              () => read(chosen),
              (next) => void setBusyFile(cache, next),
            )
          }
        />
        {failure && <Notice tone="danger">{failure}</Notice>}
        {file && (
          <Notice
            tone={file.unread > 0 ? 'warning' : 'success'}
            actions={
              <Button variant="secondary" onClick={() => void setBusyFile(cache, null)}>
                {m.busyRemove()}
              </Button>
            }
          >
            <p>{m.busyCount({ count: file.times.length, file: file.name })}</p>
            {file.unread > 0 && <p>{m.busyUnread({ count: file.unread })}</p>}
          </Notice>
        )}
      </div>
    </details>
  )
}
