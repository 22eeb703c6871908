import { Failure, invalid } from '#server/lib/failure.ts'

/** Browsers drop a cookie that is larger, so one that is has to fail here, where someone notices. */
const LARGEST = 4096

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** @param origin ours; the only plain-http one that the configuration lets through is localhost */
export function createSessionCookie(origin: string) {
  const secure = origin.startsWith('https:')
  const name = secure ? '__Host-session' : 'session'
  const line = (value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

  return {
    name,

    /** @throws Failure 400 for two of them: nobody could say which one was meant */
    read(header: string | undefined): string | undefined {
      if (header === undefined) return undefined
      let found: string | undefined
      for (const pair of header.split(';')) {
        const at = pair.indexOf('=')
        if (pair.slice(0, at).trim() !== name) continue
        if (found !== undefined) throw invalid('several_session_cookies', 'There are two session cookies.')
        found = pair.slice(at + 1).trim()
      }
      return found || undefined
    },

    /** The `Set-Cookie` line. @param maxAge milliseconds */
    serialise(value: string, maxAge: number): string {
      const text = line(value, Math.floor(maxAge / 1000))
      if (text.length <= LARGEST) return text
      throw new Failure(
        403,
        'session_too_large',
        'This account carries more details than a session can hold.',
      )
    },

    /** The `Set-Cookie` line that makes the browser forget it. */
    cleared: line('', 0),
  }
}
