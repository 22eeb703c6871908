import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/accounts/messages.ts'
import { SESSION } from '#shared/accounts/session-limits.ts'
import { Failure, invalid } from '#server/lib/failure.ts'

/** Browsers silently drop a larger cookie, so it has to fail here. */
const MAX_LENGTH = 4096

/** Users whose sign-outs a browser remembers. */
const MAX_SIGN_OUTS = 5
/** Separates users in the cookie; no user id contains it. */
const SEPARATOR = '~'

/** Latest sign-in before the sign-out, in epoch milliseconds, by user id. */
export type SignOuts = ReadonlyMap<string, number>

export type SessionCookie = Awaited<ReturnType<typeof createSessionCookie>>

/** @param origin ours; the only plain-http one that the configuration allows is localhost */
export async function createSessionCookie(app: FastifyInstance, origin: string) {
  // Registered without its hook: most requests are for files, and need no cookie parsed.
  await app.register(fastifyCookie, { hook: false })
  const secure = origin.startsWith('https:')
  const name = secure ? '__Host-session' : 'session'
  const signedOutName = secure ? '__Host-signed-out' : 'signed-out'
  const line = (value: string, maxAge: number, of = name) =>
    app.serializeCookie(of, value, { maxAge, path: '/', httpOnly: true, sameSite: 'strict', secure })
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

    /** Not signed: whoever could change it could delete it. */
    readSignOuts(header: string | undefined): SignOuts {
      const value = header?.includes(signedOutName) ? app.parseCookie(header)[signedOutName] : undefined
      const entries = value?.split(SEPARATOR).map((entry) => /^(\d{1,11}):(.+)$/.exec(entry)) ?? []
      return new Map(entries.flatMap((found) => (found ? [[found[2]!, Number(found[1]) * SECOND]] : [])))
    },

    /** The `Set-Cookie` line. Kept until a sign-in from before the sign-out is too old for a first exchange. */
    serialiseSignOuts: (signOuts: SignOuts): string =>
      line(
        [...signOuts]
          .slice(-MAX_SIGN_OUTS)
          .map(([uid, signedInAt]) => `${signedInAt / SECOND}:${uid}`)
          .join(SEPARATOR),
        (2 * SESSION.recentSignIn) / SECOND,
        signedOutName,
      ),
  }
}
