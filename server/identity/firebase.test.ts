import { Agent } from 'node:https'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import { systemClock } from '#server/lib/clock.ts'
import { startGoogleStandIn, type Trouble } from '#server/testing/stand-ins/google-stand-in.ts'
import {
  type Claims,
  createSigningKey,
  respelled,
  signHs256,
  signRs256,
  unsigned,
} from '#server/testing/stand-ins/tokens.ts'

import { createFirebaseIdentity } from './firebase.ts'
import type { IdentityErrorKind } from './port.ts'

const ada = { sub: 'ada', email: 'ada@guildhall.test', email_verified: true }
const now = () => Math.floor(Date.now() / 1000)

const google = await startGoogleStandIn()
afterAll(() => google.close())
beforeEach(() => {
  google.troubles.clear()
  google.accounts.clear()
  google.accounts.set('ada', { localId: 'ada', email: ada.email, emailVerified: true })
})

const openIdentity = (options: { deadline?: number } = {}) =>
  createFirebaseIdentity({ ...google, clock: systemClock, ...options })
const answer =
  (status: number, body: string): Trouble =>
  (_, response) =>
    response.writeHead(status, { 'cache-control': 'max-age=3600' }).end(body)
const error = (kind: IdentityErrorKind) => expect.objectContaining({ kind })

describe('a session cookie', () => {
  test('a session cookie with a valid signature yields its claims', async () => {
    const cookie = google.sessionCookie({ ...ada, auth_time: 1_700_000_000 })

    expect(await openIdentity().verifySessionCookie(cookie)).toMatchObject({
      uid: 'ada',
      email: ada.email,
      emailVerified: true,
      authTime: 1_700_000_000_000,
    })
  })

  const forgeries: Record<string, (claims: Claims) => string> = {
    'signed with another key': (claims) =>
      signRs256(claims, { ...createSigningKey(), id: google.sessionKey.id }),
    'that names a key nobody has': (claims) => signRs256(claims, createSigningKey()),
    'that names no key': (claims) => signRs256(claims, google.sessionKey, { kid: undefined }),
    'that names a key called __proto__': (claims) =>
      signRs256(claims, google.sessionKey, { kid: '__proto__' }),
    'signed with the key of ID tokens': (claims) => signRs256(claims, google.idTokenKey),
    unsigned: (claims) => unsigned(claims, { kid: google.sessionKey.id }),
    'unsigned, claiming RS256': (claims) => unsigned(claims, { kid: google.sessionKey.id, alg: 'RS256' }),
    'signed with the public key as a shared secret': (claims) => signHs256(claims, google.sessionKey),
    'spelled differently': (claims) => respelled(signRs256(claims, google.sessionKey)),
    'with a changed claim': (claims) => {
      const [header, , signature] = signRs256(claims, google.sessionKey).split('.')
      const [, payload] = signRs256({ ...claims, sub: 'eve' }, google.sessionKey).split('.')
      return [header, payload, signature].join('.')
    },
    'that is an ID token': () => google.idToken(ada),
    'of three dots': () => '..',
    'of text that is no token': () => 'not-a-token',
    'of bytes that are no JSON': () => '_w._w._w',
    'whose payload is null': () => `${btoa('{"alg":"RS256","kid":"x","typ":"JWT"}')}.bnVsbA.AA`,
  }
  test.for(Object.entries(forgeries))('%s is invalid', async ([, forge]) => {
    const cookie = forge(google.cookieClaims(ada))

    await expect(openIdentity().verifySessionCookie(cookie)).rejects.toEqual(error('invalid'))
  })

  const wrongClaims: [string, () => Claims, IdentityErrorKind][] = [
    ['another project', () => ({ aud: 'elsewhere' }), 'invalid'],
    ['several audiences', () => ({ aud: [google.projectId] }), 'invalid'],
    ['another issuer', () => ({ iss: 'https://session.firebase.google.com/elsewhere' }), 'invalid'],
    ['an empty sub', () => ({ sub: '' }), 'invalid'],
    ['no sub', () => ({ sub: undefined }), 'invalid'],
    ['a sub that no document can be named by', () => ({ sub: '../admin' }), 'invalid'],
    ['an exp in the past', () => ({ exp: now() - 1 }), 'expired'],
    ['no exp', () => ({ exp: undefined }), 'invalid'],
    ['an exp of text', () => ({ exp: 'never' }), 'invalid'],
    ['an exp that no date can hold', () => ({ exp: 1e300 }), 'invalid'],
    ['no iat', () => ({ iat: undefined }), 'invalid'],
    ['an iat of null', () => ({ iat: null }), 'invalid'],
    ['an iat in the future', () => ({ iat: now() + 60 }), 'premature'],
    ['no auth_time', () => ({ auth_time: undefined }), 'invalid'],
    ['an auth_time of text', () => ({ auth_time: 'NaN' }), 'invalid'],
    ['an auth_time in the future', () => ({ auth_time: now() + 60 }), 'premature'],
  ]
  test.for(wrongClaims)('a session cookie with %s is refused', async ([, claims, expected]) => {
    const cookie = google.sessionCookie({ ...ada, ...claims() })

    await expect(openIdentity().verifySessionCookie(cookie)).rejects.toEqual(error(expected))
  })

  test('a session cookie with an infinite exp is refused', async () => {
    const claims = JSON.stringify(google.cookieClaims({ ...ada, exp: 0 })).replace('"exp":0', '"exp":1e999')
    const cookie = signRs256(claims, google.sessionKey)

    await expect(openIdentity().verifySessionCookie(cookie)).rejects.toEqual(error('invalid'))
  })

  test('a session cookie from a machine whose clock is slightly ahead is valid', async () => {
    const cookie = google.sessionCookie({ ...ada, iat: now() + 5, auth_time: now() + 5 })

    expect(await openIdentity().verifySessionCookie(cookie)).toMatchObject({ uid: 'ada' })
  })
})

describe('an ID token', () => {
  test('an ID token is exchanged for a session cookie that verifies', async () => {
    const identity = openIdentity()
    const cookie = await identity.mintSessionCookie(google.idToken(ada), HOUR)

    const { issuedAt, expiresAt } = await identity.verifySessionCookie(cookie)
    expect(expiresAt - issuedAt).toBe(HOUR)
  })

  test('an ID token of a disabled account is refused', async () => {
    google.accounts.set('ada', { localId: 'ada', disabled: true })

    await expect(openIdentity().verifyIdToken(google.idToken(ada))).rejects.toEqual(error('disabled'))
  })

  test('an ID token of a deleted account is refused', async () => {
    google.accounts.delete('ada')

    await expect(openIdentity().verifyIdToken(google.idToken(ada))).rejects.toEqual(error('user_not_found'))
  })

  test('an ID token from before the revocation is refused, and a later one is valid', async () => {
    const identity = openIdentity()
    await identity.revokeRefreshTokens('ada')

    const before = google.idToken({ ...ada, auth_time: now() - 60 })
    await expect(identity.verifyIdToken(before)).rejects.toEqual(error('revoked'))
    expect(await identity.verifyIdToken(google.idToken(ada))).toMatchObject({ uid: 'ada' })
  })

  const forgedTokens: [string, () => string][] = [
    ['signed with another key', () => forged(createSigningKey())],
    ['signed with the key of session cookies', () => forged(google.sessionKey)],
    ['that is unsigned', () => unsigned(google.idTokenClaims(ada), { kid: google.idTokenKey.id })],
    ['signed with the public key', () => signHs256(google.idTokenClaims(ada), google.idTokenKey)],
    [
      'that names the source of its key',
      () => forged(createSigningKey(), { kid: google.idTokenKey.id, jku: 'https://evil.test/keys' }),
    ],
    ['for another project', () => google.idToken({ ...ada, aud: 'elsewhere' })],
    ['of another issuer', () => google.idToken({ ...ada, iss: 'https://securetoken.google.com/elsewhere' })],
    ['without a sub', () => google.idToken({ ...ada, sub: undefined })],
    ['that has expired', () => google.idToken({ ...ada, exp: now() - 1 })],
  ]
  const forged = (key: Parameters<typeof signRs256>[1], header?: object) =>
    signRs256(google.idTokenClaims(ada), key, header)

  test.for(forgedTokens)('an ID token %s is refused', async ([, token]) => {
    await expect(openIdentity().verifyIdToken(token())).rejects.toMatchObject({
      kind: expect.stringMatching(/^(invalid|expired)$/),
    })
  })

  test('a session cookie is not accepted as an ID token', async () => {
    const cookie = google.sessionCookie(ada)

    await expect(openIdentity().verifyIdToken(cookie)).rejects.toEqual(error('invalid'))
  })
})

describe('an outage is not a forgery', () => {
  const troubles: Record<string, Trouble> = {
    'hangs up': (request) => request.socket.destroy(),
    'never answers': () => {},
    'stops half-way': (_, response) => response.writeHead(200).write('{"'),
    fails: answer(500, '{"error":"boom"}'),
    'is overloaded': answer(503, ''),
    'redirects to a login page': answer(200, '<!doctype html>'),
    'answers other JSON': answer(200, '{"hello":"fixture"}'),
    'answers no keys': answer(200, '{}'),
    'answers null': answer(200, 'null'),
  }

  test.for(Object.entries(troubles))(
    'an outage is reported when the key endpoint %s',
    async ([, trouble]) => {
      google.troubles.set('sessionKeys', trouble)
      const identity = openIdentity({ deadline: 100 })

      await expect(identity.verifySessionCookie(google.sessionCookie(ada))).rejects.toEqual(
        error('unavailable'),
      )
      await expect(identity.ping()).rejects.toEqual(error('unavailable'))
    },
  )

  test.for(Object.entries(troubles).slice(0, 6))(
    'an outage is reported when a look-up of the user %s',
    async ([, trouble]) => {
      google.troubles.set('lookup', trouble)
      const identity = openIdentity({ deadline: 100 })

      await expect(identity.lookupUser('ada')).rejects.toEqual(error('unavailable'))
      await expect(identity.verifyIdToken(google.idToken(ada))).rejects.toEqual(error('unavailable'))
    },
  )

  test('a server without a trusted certificate of the provider counts as an outage', async () => {
    class Detour extends Agent {
      override createConnection(options: object, connected: () => void) {
        return super.createConnection({ ...options, host: '127.0.0.1', port: google.port }, connected)
      }
    }
    const httpAgent = new Detour()
    const before = google.callsOf('sessionKeys')
    const identity = createFirebaseIdentity({ ...google, httpAgent, clock: systemClock })

    await expect(identity.verifySessionCookie(google.sessionCookie(ada))).rejects.toEqual(
      error('unavailable'),
    )
    expect(google.callsOf('sessionKeys')).toBe(before)
  })

  test('an outage is detected within three seconds', async () => {
    google.troubles.set('sessionKeys', troubles['never answers']!)
    google.troubles.set('lookup', troubles['never answers']!)
    const identity = openIdentity()
    const startedAt = Date.now()

    await Promise.allSettled([
      identity.verifySessionCookie(google.sessionCookie(ada)),
      identity.lookupUser('ada'),
    ])

    expect(Date.now() - startedAt).toBeLessThan(4_000)
  })

  test('sessions are valid again soon after an outage', async () => {
    let time = Date.now()
    const identity = createFirebaseIdentity({ ...google, clock: () => time })
    const cookie = google.sessionCookie(ada)
    google.troubles.set('sessionKeys', answer(200, '{"hello":"fixture"}'))
    await expect(identity.verifySessionCookie(cookie)).rejects.toEqual(error('unavailable'))

    google.troubles.clear()
    time += 1_000

    expect(await identity.verifySessionCookie(cookie)).toMatchObject({ uid: 'ada' })
    await expect(identity.ping()).resolves.toBeUndefined()
  })
})

test('fifty checks on a cold start fetch the keys once', async () => {
  const before = google.callsOf('sessionKeys')
  const identity = openIdentity()
  const cookies = Array.from({ length: 50 }, (_, index) => google.sessionCookie({ ...ada, index }))

  await Promise.all(cookies.map((cookie) => identity.verifySessionCookie(cookie)))

  expect(google.callsOf('sessionKeys')).toBe(before + 1)
})

test('expired keys are fetched again, once', async () => {
  let time = Date.now()
  const identity = createFirebaseIdentity({ ...google, clock: () => time })
  const cookie = google.sessionCookie(ada)
  await identity.verifySessionCookie(cookie)
  const before = google.callsOf('sessionKeys')

  time += 59 * MINUTE
  await identity.verifySessionCookie(cookie)
  expect(google.callsOf('sessionKeys')).toBe(before)

  time += MINUTE
  await Promise.all([identity.verifySessionCookie(cookie), identity.verifySessionCookie(cookie)])
  expect(google.callsOf('sessionKeys')).toBe(before + 1)
})

test('an emulator variable alone does not disable signature checks', async () => {
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = '127.0.0.1:1'
  try {
    const cookie = unsigned(google.cookieClaims(ada))

    await expect(openIdentity().verifySessionCookie(cookie)).rejects.toEqual(error('invalid'))
  } finally {
    delete process.env['FIREBASE_AUTH_EMULATOR_HOST']
  }
})
