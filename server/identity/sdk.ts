import type { App } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'

import type { SigningKeys } from './signing-keys.ts'

const EMULATOR_VARIABLE = 'FIREBASE_AUTH_EMULATOR_HOST'

/** The SDK reads the emulator's address from the environment, once, while its service is made. */
export function openAuth(app: App, authEmulatorHost: string | undefined): Auth {
  const before = process.env[EMULATOR_VARIABLE]
  setVariable(authEmulatorHost)
  try {
    return getAuth(app)
  } finally {
    setVariable(before)
  }
}

function setVariable(value: string | undefined) {
  if (value === undefined) delete process.env[EMULATOR_VARIABLE]
  else process.env[EMULATOR_VARIABLE] = value
}

interface SignatureVerifier {
  keyFetcher: SigningKeys & { clientCertUrl: string }
}

/**
 * Reaches into the SDK, which has no option for it.
 * @throws when a new version of the SDK has moved it: an upgrade then fails at start, never in a session check
 */
export function replaceKeyFetcher(
  auth: Auth,
  verifier: 'sessionCookieVerifier' | 'idTokenVerifier',
  create: (url: string) => SigningKeys,
): SigningKeys {
  const internals = auth as unknown as Record<typeof verifier, { signatureVerifier: SignatureVerifier }>
  const { signatureVerifier } = internals[verifier]
  const { keyFetcher } = signatureVerifier
  const { clientCertUrl } = keyFetcher
  if (typeof clientCertUrl !== 'string' || !('fetchPublicKeys' in keyFetcher)) {
    throw new TypeError(`firebase-admin has no replaceable key fetcher in ${verifier}.`)
  }
  const keys = create(clientCertUrl)
  signatureVerifier.keyFetcher = Object.assign(keys, { clientCertUrl })
  return keys
}
