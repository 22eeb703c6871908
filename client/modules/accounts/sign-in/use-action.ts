import { useRef, useState } from 'react'

/** The action of a button without the query cache: runs at most once at a time, and returns its last failure. */
export function useAction(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const running = useRef(false)

  async function run() {
    // State is one render late: two quick clicks would both see `busy` false.
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    await work().catch(setFailure)
    running.current = false
    setBusy(false)
  }

  return { busy, failure, start: () => void run() }
}
