import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/accounts/messages.ts'
import { Failure, invalid } from '#server/lib/failure.ts'

/** Browsers silently drop a larger cookie, so it has to fail here. */
const MAX_LENGTH = 4096

export type SessionCookie = Awaited<ReturnType<typeof createSessionCookie>>

/** @param origin ours; the only plain-http one that the configuration allows is localhost */
export async function createSessionCookie(app: FastifyInstance, origin: string) {
  // Registered without its hook: most requests are for files, and need no cookie parsed.
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

    /** @throws Failure 400 for two of them, because it is ambiguous which one is meant */
    read(header: string | undefined): string | undefined {
      if (!header?.includes(name)) return undefined
      if (areSeveral(header)) throw invalid('several_session_cookies', m.sessionTwoCookies())
      return valueIn(header)
    },

    /** Used by routes that visitors may use too: several session cookies count as none. */
    readUnlessSeveral: (header: string | undefined): string | undefined =>
      !header?.includes(name) || areSeveral(header) ? undefined : valueIn(header),

    /** The `Set-Cookie` line. @param maxAge milliseconds */
    serialise(value: string, maxAge: number): string {
      const text = line(value, Math.floor(maxAge / SECOND))
      if (text.length <= MAX_LENGTH) return text
      throw new Failure(403, 'session_too_large', m.sessionTooLarge())
    },

    /** The `Set-Cookie` line that deletes it. */
    cleared: line('', 0),
  }
}
