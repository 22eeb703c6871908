import { createServer, Agent } from 'node:https'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'

import { DAY, SECOND } from '#shared/lib/durations.ts'
import { type Clock, systemClock } from '#server/lib/clock.ts'
import { onceInProcess } from '#server/testing/once-in-process.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { selfSigned } from './certificate.ts'
import { type Claims, claimsOf, createSigningKey, signRs256 } from './tokens.ts'

export interface Account {
  localId: string
  email?: string
  emailVerified?: boolean
  disabled?: boolean
  providerUserInfo?: { providerId: 'password' | 'google.com'; rawId: string }[]
  /** Seconds, as text. */
  validSince?: string
  /** Milliseconds, as text. */
  lastLoginAt?: string
}

/** The misbehaviour of an endpoint, instead of its answer; or before it, if it resolves to `late`. */
export type Trouble = (request: IncomingMessage, response: ServerResponse) => unknown

/** Fails at once; the SDK retries after a broken connection. */
export const outage: Trouble = (_, response) => response.writeHead(500).end()

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogleStandIn>>

const HOSTS = ['www.googleapis.com', 'identitytoolkit.googleapis.com', 'oauth2.googleapis.com']

/**
 * The endpoints of Google that firebase-admin calls for sessions, over TLS on loopback. `httpAgent` leads there for
 * every host and trusts only its certificate; signatures are real.
 */
export async function startGoogleStandIn({
  projectId = 'guildhall-test',
  clock = systemClock,
}: { projectId?: string; clock?: Clock } = {}) {
  const seconds = () => Math.floor(clock() / 1000)
  const idTokenKey = onceInProcess('key of ID tokens', createSigningKey)
  const sessionKey = onceInProcess('key of session cookies', createSigningKey)
  const accounts = new Map<string, Account>()
  const troubles = new Map<Endpoint, Trouble>()
  const calls: Endpoint[] = []

  const mint = ({ idToken, validDuration }: { idToken: string; validDuration: number }) => {
    const iat = seconds()
    const claims = { ...claimsOf(idToken), iss: sessionIssuer(projectId), iat, exp: iat + validDuration }
    return { sessionCookie: signRs256(claims, sessionKey) }
  }
  const answers: Record<Endpoint, (body: never) => object> = {
    idTokenKeys: () => ({ [idTokenKey.id]: idTokenKey.certificate }),
    sessionKeys: () => ({ [sessionKey.id]: sessionKey.certificate }),
    createSessionCookie: mint,
    accessToken: () => ({ access_token: 'stand-in', expires_in: 60 * 60, token_type: 'Bearer' }),
    lookup: ({ localId = [], email = [] }: { localId?: string[]; email?: string[] }) => {
      const byEmail = accounts.values().filter((each) => email.includes(each.email ?? ''))
      const users = [...localId.map((id) => accounts.get(id)), ...byEmail].filter(
        (each) => each !== undefined,
      )
      return users.length > 0 ? { users } : {}
    },
    sendOobCode: ({ email }: { email: string }) => ({
      email,
      oobLink: `https://${projectId}.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=code-of-${email}`,
    }),
    // Uses the clock of the test: the SDK sends the machine's.
    update: ({ localId }: { localId: string }) => {
      const account = accounts.get(localId)
      if (account) account.validSince = String(seconds())
      return { localId }
    },
    delete: ({ localId }: { localId: string }) =>
      accounts.delete(localId) ? {} : { error: { message: 'USER_NOT_FOUND' } },
  }

  const { certificate, privateKey } = onceInProcess('certificate of Google', () => selfSigned(HOSTS))
  const server = createServer({ cert: certificate, key: privateKey }, async (request, response) => {
    const endpoint = endpointOf(request.url ?? '')
    if (!endpoint) return response.writeHead(404).end()
    calls.push(endpoint)
    const trouble = troubles.get(endpoint)
    if (trouble && (await trouble(request, response)) !== 'late') return
    // The caller may have ended a call that waited.
    if (request.destroyed) return
    const isJson = request.headers['content-type']?.startsWith('application/json')
    const body = isJson ? await json(request) : undefined
    response.setHeader('content-type', 'application/json')
    response.setHeader('cache-control', 'public, max-age=3600')
    const answer = answers[endpoint](body as never)
    if ('error' in answer) response.statusCode = 400
    return response.end(JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const port = portOf(server)
  const httpAgent = agentTo(port, certificate)

  const idTokenClaims = (claims: Claims): Claims => ({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: seconds(),
    iat: seconds(),
    exp: seconds() + 60 * 60,
    ...claims,
  })

  return {
    projectId,
    /** Its port on loopback, and its certificate for those hosts: for other processes. */
    port,
    certificate,
    httpAgent,
    credential: { getAccessToken: async () => ({ access_token: 'stand-in', expires_in: 60 * 60 }) },
    idTokenKey,
    sessionKey,
    accounts,
    /** Misbehaviour by endpoint. */
    troubles,
    callsOf: (endpoint: Endpoint) => calls.filter((call) => call === endpoint).length,
    idTokenClaims,
    cookieClaims: (claims: Claims): Claims =>
      idTokenClaims({ iss: sessionIssuer(projectId), exp: seconds() + (5 * DAY) / SECOND, ...claims }),
    idToken: (claims: Claims) => signRs256(idTokenClaims(claims), idTokenKey),
    sessionCookie(claims: Claims) {
      return signRs256(this.cookieClaims(claims), sessionKey)
    },
    close() {
      httpAgent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

type Endpoint =
  | 'idTokenKeys'
  | 'sessionKeys'
  | 'lookup'
  | 'createSessionCookie'
  | 'accessToken'
  | 'sendOobCode'
  | 'update'
  | 'delete'

const ENDPOINTS: readonly [RegExp, Endpoint][] = [
  [/\/metadata\/x509\/securetoken@/, 'idTokenKeys'],
  [/\/relyingparty\/publicKeys$/, 'sessionKeys'],
  [/\/accounts:lookup$/, 'lookup'],
  [/:createSessionCookie$/, 'createSessionCookie'],
  [/\/token$/, 'accessToken'],
  [/\/accounts:sendOobCode$/, 'sendOobCode'],
  [/\/accounts:update$/, 'update'],
  [/\/accounts:delete$/, 'delete'],
]
const endpointOf = (url: string) => ENDPOINTS.find(([pattern]) => pattern.test(url))?.[1]

const sessionIssuer = (projectId: string) => `https://session.firebase.google.com/${projectId}`

function agentTo(port: number, certificate: string): Agent {
  class LoopbackAgent extends Agent {
    override createConnection(options: object, connected: () => void): TLSSocket {
      const detour = { ...options, host: '127.0.0.1', port, ca: certificate }
      return super.createConnection(detour, connected) as TLSSocket
    }
  }
  return new LoopbackAgent({ keepAlive: true })
}
