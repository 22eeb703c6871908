import { UUID } from '#shared/lib/uuid.ts'
import { isObject, parseStored, type TextStorage } from '#client/lib/storage/storage.ts'

import { type Counter, type Counts, countsOf } from './local-log.ts'

/** Counts about errors that their batch does not contain. */
export interface Report {
  /** Id of each batch that contains the report. */
  id: string
  lost: Counts
  ignored: Counts
}

interface Deps {
  storage: TextStorage
  dropped: Counter
  noise: Counter
  newId: () => string
}

const KEY = 'errorReport'

/**
 * A report is sent unchanged and under one id until the server has acknowledged it, so that the server can recognise a
 * report whose acknowledgement did not arrive. What is counted meanwhile is left for the next one.
 */
export function createReports({ storage, dropped, noise, newId }: Deps) {
  /** The report, while storage is full. */
  let unsaved: Report | undefined

  function open(): Report | undefined {
    if (unsaved) return unsaved
    const stored = parseStored(storage.read(KEY), isObject)
    const id = stored?.['id']
    if (typeof id !== 'string' || !UUID.test(id)) return undefined
    return { id, lost: countsOf(stored?.['lost']), ignored: countsOf(stored?.['ignored']) }
  }

  return {
    /** The report to send next. */
    next(): Report {
      const started = open()
      if (started) return started
      const report = { id: newId(), lost: dropped.read(), ignored: noise.read() }
      if (isSome(report.lost) || isSome(report.ignored))
        unsaved = storage.write(KEY, JSON.stringify(report)) ? undefined : report
      return report
    },
    /** Without an effect for a report that another tab has had acknowledged. */
    acknowledge({ id }: Report) {
      const report = open()
      if (report?.id !== id) return
      unsaved = undefined
      storage.remove(KEY)
      dropped.subtract(report.lost)
      noise.subtract(report.ignored)
    },
  }
}

export const isSome = (counts: Counts) => Object.keys(counts).length > 0
