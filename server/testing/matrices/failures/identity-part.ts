import { HOUR, SECOND } from '#shared/lib/durations.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { startTestApp } from '#server/testing/app.ts'
import { startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'

import { HTTP_TROUBLES } from './http-troubles.ts'
import type { StartPart } from './part.ts'

type Endpoint = 'lookup' | 'sessionKeys' | 'createSessionCookie'

/** The application, with an identity provider that fails at one endpoint. */
export const identityPart =
  (endpoint: Endpoint): StartPart =>
  async (mode, fails) => {
    let ahead = 0
    const clock = () => Date.now() + ahead
    const google = await startGoogleStandIn({ clock })
    const fail = () => void google.troubles.set(endpoint, HTTP_TROUBLES[mode]!)
    if (fails) fail()
    const running = await startTestApp({ clock, identity: createFirebaseIdentity({ ...google, clock }) })

    async function statusFor(person: string) {
      const claims = { sub: person, email: `${person}@guildhall.test` }
      google.accounts.set(person, { localId: person, email: claims.email, emailVerified: true })
      const cookie = `__Host-session=${google.sessionCookie(claims)}`
      const { statusCode } =
        endpoint === 'createSessionCookie'
          ? await running.visitor('POST', '/api/session', { body: { idToken: google.idToken(claims) } })
          : await running.visitor('GET', '/api/session', { headers: { cookie } })
      return `${statusCode}`
    }

    return {
      well: '200',
      fail,
      recover: () => void google.troubles.delete(endpoint),
      use(callers) {
        // Keys are kept for an hour.
        ahead += HOUR + SECOND
        return Promise.all(Array.from({ length: callers }, (_, at) => statusFor(`person-${at}`)))
      },
      calls: () => google.callsOf(endpoint),
      async health() {
        // Its last answer is remembered for a second.
        ahead += 2 * SECOND
        const answer = await running.visitor('GET', '/health/ready')
        return answer.statusCode === 200 ? 'ready' : answer.json<{ title: string }>().title
      },
      logged: () =>
        running
          .logs()
          .flatMap(({ level, msg }) => (level === 'warn' || level === 'error' ? [msg as string] : [])),
      async close() {
        await running.close()
        google.close()
      },
    }
  }
