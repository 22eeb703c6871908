import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

import { Failure, invalid } from '#server/lib/failure.ts'

/** Browsers silently drop a larger cookie, so that it has to fail here. */
const LARGEST = 4096

export type SessionCookie = Awaited<ReturnType<typeof createSessionCookie>>

/** @param origin ours; the only plain-http one that the configuration lets through is localhost */
export async function createSessionCookie(app: FastifyInstance, origin: string) {
  // Without its hook: most requests are for files, and need no cookie parsed.
  await app.register(fastifyCookie, { hook: false })
  const secure = origin.startsWith('https:')
  const name = secure ? '__Host-session' : 'session'
  const line = (value: string, maxAge: number) =>
    app.serializeCookie(name, value, { maxAge, path: '/', httpOnly: true, sameSite: 'strict', secure })
  const isOurs = (pair: string) => pair.trimStart().startsWith(`${name}=`)
  const areSeveral = (header: string) => header.split(';').filter(isOurs).length > 1
  const valueIn = (header: string) => app.parseCookie(header)[name] || undefined

  return {
    name,

    /** @throws Failure 400 for two of them, since it is ambiguous which one is meant */
    read(header: string | undefined): string | undefined {
      if (!header?.includes(name)) return undefined
      if (areSeveral(header))
        throw invalid(
          'several_session_cookies',
          'Your browser sent two session cookies. Delete this site’s cookies and sign in again.',
        )
      return valueIn(header)
    },

    /** For routes that visitors may use too: two of them count as none. */
    readUnlessSeveral: (header: string | undefined): string | undefined =>
      !header?.includes(name) || areSeveral(header) ? undefined : valueIn(header),

    /** The `Set-Cookie` line. @param maxAge milliseconds */
    serialise(value: string, maxAge: number): string {
      const text = line(value, Math.floor(maxAge / 1000))
      if (text.length <= LARGEST) return text
      throw new Failure(403, 'session_too_large', 'This account has more details than a session can hold.')
    },

    /** The `Set-Cookie` line that deletes it. */
    cleared: line('', 0),
  }
}
