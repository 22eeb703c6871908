import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { deviceStorage, keysUnder } from '#client/lib/storage.ts'
import { unsentPrefix } from '#client/lib/unsent.ts'

/** What was noted at a door without a network is sent from wherever its person is by then. */
export function useUnsentCheckIns(uid: string | undefined) {
  const cache = useQueryClient()
  // Looked for anew on every screen: its check-in may just have been left.
  useLocation()
  const unsent = uid !== undefined && keysUnder(deviceStorage, unsentPrefix(uid)).length > 0

  useEffect(() => {
    if (!unsent) return
    let left = false
    let stop: (() => void) | undefined
    const start = async () => {
      const { checkInsOf } = await import('#client/features/events/organising/check-in/queue/check-ins.ts')
      if (!left) stop = checkInsOf(cache, uid).start()
    }
    // What cannot be downloaded now is with the next visit: nothing is lost.
    start().catch(() => undefined)
    return () => {
      left = true
      stop?.()
    }
  }, [cache, uid, unsent])
}
