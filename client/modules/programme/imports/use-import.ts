import { useMemo, useState } from 'react'

import type { EventImportSource } from '#shared/events/import-rules.ts'
import type { EventImportResult } from '#shared/events/imports.ts'
import { request } from '#client/lib/request.ts'
import { useBatches } from '#client/lib/use-batches.ts'

import { importBatches, resultsOf } from './batches.ts'
import type { FileEvent } from './imported-file.ts'

interface Import {
  source: EventImportSource
  events: readonly FileEvent[]
  preview: boolean
}

/** Sends the events of a file request by request. */
export function useImport({ source, events, preview }: Import) {
  // The server matches no attendees in a preview.
  const batches = useMemo(
    () => importBatches(preview ? events.map((event) => ({ ...event, attendees: [] })) : events),
    [events, preview],
  )
  const [answers] = useState<EventImportResult[][]>([])
  const { run, ...state } = useBatches<EventImportResult>()
  return {
    ...state,
    total: batches.length,
    run: () =>
      run(async (onProgress) => {
        for (const { items } of batches.slice(answers.length)) {
          // Sequential, because several at once would only wait for each other.
          //
          // oxlint-disable-next-line no-await-in-loop
          const answer = await request('POST /api/events/import', { body: { source, items, preview } })
          answers.push(answer.items)
          onProgress(answers.length)
        }
        return resultsOf(batches, answers)
      }),
  }
}
