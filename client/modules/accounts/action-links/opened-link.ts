import { useEffect, useState } from 'react'

import type { OpenedLink } from '#shared/accounts/action-links.ts'
import { type AuthState, useAuth } from '#client/lib/auth/auth.tsx'
import { requestOnce } from '#client/lib/request.ts'

/** Takes no action. Pending until it is known, too, who is signed in. */
export function useOpenedLink(code: string) {
  const { whenKnown } = useAuth()
  const [link, setLink] = useState<OpenedLink>()
  const [isPending, setIsPending] = useState(true)
  useEffect(() => {
    // If the server is unreachable, the click reads it again.
    const opened = readLink(code).then(setLink)
    void Promise.allSettled([whenKnown(), opened]).then(() => setIsPending(false))
  }, [whenKnown, code])

  async function read() {
    const opened = await readLink(code)
    setLink(opened)
    return opened
  }

  return { link, isPending, read }
}

const readLink = (code: string) => requestOnce('POST /api/action-links/opened', { body: { code } })

export const ownAddress = (auth: AuthState) => (auth.state === 'signed-in' ? auth.user.email : undefined)

export const isSameAddress = (one: string | null | undefined, other: string | null | undefined) =>
  Boolean(one) && one?.toLowerCase() === other?.toLowerCase()
