import { EVENT_IMPORT_LIMITS } from '#shared/events/import-rules.ts'
import type { EventImportResult, ImportedEvent } from '#shared/events/imports.ts'

import type { FileEvent } from './imported-file.ts'

/** Characters per request: a third of the server's limit, since a character may have three bytes. */
const MAX_CHARACTERS = 300_000

/** One request. `of` is the index of the event that each item belongs to: a long list of attendees is several items. */
export interface Batch {
  items: ImportedEvent[]
  of: number[]
}

export function importBatches(events: readonly FileEvent[]): Batch[] {
  const batches: Batch[] = []
  let characters = 0
  for (const [index, event] of events.entries())
    for (const item of partsOf(event)) {
      characters += JSON.stringify(item).length
      const last = batches.at(-1)
      if (last && last.items.length < EVENT_IMPORT_LIMITS.events && characters <= MAX_CHARACTERS) {
        last.items.push(item)
        last.of.push(index)
      } else {
        characters = JSON.stringify(item).length
        batches.push({ items: [item], of: [index] })
      }
    }
  return batches
}

function partsOf({ sourceId, details, attendees }: FileEvent): ImportedEvent[] {
  const size = EVENT_IMPORT_LIMITS.attendees
  return Array.from({ length: Math.max(1, Math.ceil(attendees.length / size)) }, (_, at) => ({
    sourceId: sourceId || undefined,
    details,
    attendees: attendees.slice(at * size, (at + 1) * size),
  }))
}

/** One result for each event: that of its first part, with the attendees of all parts. */
export function resultsOf(
  batches: readonly Batch[],
  answers: readonly (readonly EventImportResult[])[],
): EventImportResult[] {
  const results: EventImportResult[] = []
  for (const [at, { of }] of batches.entries())
    for (const [item, index] of of.entries()) {
      const next = answers[at]![item]!
      const first = results[index]
      results[index] = first
        ? {
            ...first,
            attendees: {
              added: first.attendees.added + next.attendees.added,
              already: first.attendees.already + next.attendees.already,
              unknown: first.attendees.unknown + next.attendees.unknown,
            },
          }
        : next
    }
  return results
}
