import { useState } from 'react'

import type { ImportResult, ImportRow } from '#shared/invitations.ts'
import { sendRows } from '#client/features/admin/invitations/queries.ts'
import { explainProblem } from '#client/lib/use-form.ts'

import { sendInBatches } from './batches.ts'

/** Results arrive batch by batch. After a failure, `run` continues where it stopped. */
export function useBatches() {
  const [arrived] = useState<ImportResult[]>([])
  const [done, setDone] = useState(0)
  const [results, setResults] = useState<readonly ImportResult[]>()
  const [failure, setFailure] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const [sendsEmail, setSendsEmail] = useState(false)
  return {
    done,
    /** Whether invited people get an email. */
    sendsEmail,
    results,
    failure,
    isRunning,
    async run(rows: readonly ImportRow[], preview: boolean) {
      setFailure(undefined)
      setRunning(true)
      try {
        const send = async (batch: readonly ImportRow[]) => {
          const answer = await sendRows(batch, preview)
          setSendsEmail(answer.sendsEmail)
          return answer
        }
        await sendInBatches(rows, arrived, { send, onProgress: setDone })
        setResults(arrived)
      } catch (error) {
        setFailure(explainProblem(error).message)
      } finally {
        setRunning(false)
      }
    },
  }
}
