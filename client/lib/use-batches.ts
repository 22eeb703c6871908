import { useState } from 'react'

import { explainProblem } from './explain-problem.ts'

/** Sends what is too long for one request. Batches that have arrived are kept: after a failure, `run` sends the others. */
export function useBatches<Result>() {
  const [done, setDone] = useState(0)
  const [results, setResults] = useState<readonly Result[]>()
  const [failure, setFailure] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  return {
    done,
    /** Results in the order of the items; undefined until all have arrived. */
    results,
    failure,
    isRunning,
    async run(send: (onProgress: (done: number) => void) => Promise<readonly Result[]>) {
      setFailure(undefined)
      setRunning(true)
      try {
        setResults(await send(setDone))
      } catch (error) {
        setFailure(explainProblem(error).message)
      } finally {
        setRunning(false)
      }
    },
  }
}
