import { isIP } from 'node:net'

import type { ClientSettings } from '#shared/lib/client-settings.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

import type { Env } from './environment.ts'
import { type VapidKeys, vapidProblems } from './push.ts'

/** Settings of `Config` that can be invalid in ways that their type does not show. */
interface Settings {
  port: number
  workers: number
  metricsPort: number | undefined
  store: 'sqlite' | 'firestore'
  client: ClientSettings
  trustProxy: readonly string[]
  adminEmails: ReadonlySet<string>
  authEmulator: string | undefined
  secret: string
  firestoreDatabase: string
  vapid: VapidKeys | undefined
}

export const DEVELOPMENT_SECRET = 'for development only, never for production'
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** https://firebase.google.com/docs/firestore/manage-databases#database_id */
const DATABASE_ID = /^(\(default\)|[a-z][a-z0-9-]{2,61}[a-z0-9])$/
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i
const HOST_AND_PORT = /^([a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/i

/** A sentence for each invalid value. */
export function* settingProblems({
  port,
  workers,
  metricsPort,
  store,
  client,
  trustProxy,
  adminEmails,
  authEmulator,
  secret,
  firestoreDatabase,
  vapid,
}: Settings) {
  const { PRODUCT_SLUG: slug, FIREBASE_AUTH_DOMAIN: authDomain, RELEASE: release } = client
  if (!SLUG.test(slug)) yield 'PRODUCT_SLUG must be lower-case letters, digits and single hyphens.'
  if (authDomain && !HOST_NAME.test(authDomain)) {
    yield `FIREBASE_AUTH_DOMAIN: ${authDomain} is not a host name like project.firebaseapp.com.`
  }
  if (!DATABASE_ID.test(firestoreDatabase)) {
    yield `FIRESTORE_DATABASE: ${firestoreDatabase} is not the id of a database: 4 to 63 lower-case letters, digits and hyphens.`
  }
  if (authEmulator && !HOST_AND_PORT.test(authEmulator)) {
    yield `FIREBASE_AUTH_EMULATOR_HOST: ${authEmulator} is not a host and port like 127.0.0.1:9099.`
  }
  if (workers > 1 && store === 'firestore') {
    yield 'WORKERS: more than one needs STORE=sqlite. With Firestore, run more replicas.'
  }
  if (metricsPort === port) yield 'METRICS_PORT must differ from PORT: metrics are not for browsers.'
  // With a longer one, every batch of client errors would be refused, and so lost.
  if (release.length > CLIENT_ERRORS.releaseCharacters) {
    yield `RELEASE must have at most ${CLIENT_ERRORS.releaseCharacters} characters.`
  }
  if (vapid) yield* vapidProblems(vapid)
  for (const network of trustProxy) {
    if (!isNetwork(network)) yield `TRUST_PROXY: ${network} is not an address or a network (CIDR).`
  }
  for (const email of adminEmails) {
    if (!/^[^\s@]+@\S+$/.test(email)) yield `ADMIN_EMAILS: ${email} is not an email address.`
  }
  if (secret && secret.length < 32) yield 'SERVER_SECRET must have at least 32 characters.'
}

/** Settings that are valid only on a developer's machine. */
export function* productionProblems({ secret }: Settings, env: Env) {
  for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST']) {
    if (env[name]) yield `${name} must not be set in production: an emulator accepts any identity.`
  }
  if (secret === DEVELOPMENT_SECRET) yield 'SERVER_SECRET must not be the development secret.'
}

/** Trusting every network would let any client forge its address. */
function isNetwork(value: string) {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}
