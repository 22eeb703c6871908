import { useRef, useState } from 'react'

import { UnreadableFile } from './unreadable-file.ts'

/** Reads what a person chooses. Only the latest choice counts. */
export function useReading() {
  const latest = useRef<symbol>(undefined)
  const [failure, setFailure] = useState<string>()
  const [isReading, setReading] = useState(false)

  async function attempt<Content>(read: () => Promise<Content>, use: (content: Content) => void) {
    const choice = Symbol('choice')
    const isLatest = () => latest.current === choice
    latest.current = choice
    setFailure(undefined)
    setReading(true)
    try {
      const content = await read()
      if (isLatest()) use(content)
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      if (isLatest()) setFailure(error.message)
    } finally {
      if (isLatest()) setReading(false)
    }
  }

  return { failure, isReading, attempt }
}
