import { useEffect } from 'react'

import { reachable } from '#client/lib/connection.ts'
import { isStaleChunk } from '#client/lib/error-log/noise.ts'
import { requestOnce } from '#client/lib/request.ts'

/** Where a file of the app could not be had because no server answered, the page goes on once one does. */
export function useReloadOnReturn(error: unknown) {
  useEffect(() => {
    if (!isStaleChunk(error)) return undefined
    void lookForServer()
    return reachable.subscribe(() => {
      if (reachable.get()) location.reload()
    })
  }, [error])
}

/** Files are not asked for through `request`: only a call of its own shows whether the server is there. */
async function lookForServer() {
  try {
    await requestOnce('/api/session')
  } catch {
    // `reachable` has it now.
  }
}
