import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'

import { type ClientSettings, missingSetting, REQUIRED_SETTINGS } from '#shared/client-settings.ts'
import { CLIENT_ERRORS, SESSION } from '#shared/constants.ts'
import { type MailSettings, readMail } from '#server/lib/mail-settings.ts'

export interface Config {
  production: boolean
  host: string
  port: number
  /** Scheme and host under which people reach this server; links use the first. */
  origins: readonly [string, ...string[]]
  /** The load balancer's networks (CIDR). */
  trustProxy: readonly string[]
  dataDir: string
  store: 'sqlite' | 'firestore'
  /** The database's id in the Firebase project. */
  firestoreDatabase: string
  client: ClientSettings
  /** Whether the built client is served from memory. */
  staticCache: boolean
  /** Whether browsers get the service worker. */
  serviceWorker: boolean
  /** host:port of the Auth emulator, outside production only. */
  authEmulator: string | undefined
  /** Milliseconds. */
  sessionMaxAge: number
  adminEmails: ReadonlySet<string>
  /** For push notifications. Without them there are none. */
  vapid: VapidKeys | undefined
  /** Without it there are notifications in the app only. */
  mail: MailSettings | undefined
  /** Keys hashes in logs and signs cursors; the same on every replica. */
  secret: string
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Milliseconds for which the server reports "not ready" after SIGTERM, so that the load balancer notices. */
  drainDelay: number
}

interface VapidKeys {
  /** `mailto:` or `https:`: how push services reach the operator. */
  subject: string
  /** base64url */
  publicKey: string
  privateKey: string
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const MODES = ['development', 'test', 'production'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const DEVELOPMENT_SECRET = 'for development only, never for production'
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** https://firebase.google.com/docs/firestore/manage-databases#database_id */
const DATABASE_ID = /^(\(default\)|[a-z][a-z0-9-]{2,61}[a-z0-9])$/
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i
const HOST_AND_PORT = /^([a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/i

type Env = Readonly<Record<string, string | undefined>>

/**
 * The only reader of the environment. An empty variable counts as absent.
 * @throws ConfigError with every problem at once, one sentence each
 */
export function readConfig(env: Env): Config {
  const problems: string[] = []
  const { text, list, integer, oneOf, required } = createReader(env, problems)
  const mode = oneOf('NODE_ENV', MODES, 'development')
  const production = mode === 'production'
  const port = integer('PORT', 3000, 0, 65_535)
  const authEmulator = text('FIREBASE_AUTH_EMULATOR_HOST', '') || undefined
  const [shortest, longest] = [SESSION.shortestMaxAge / 1000, SESSION.longestMaxAge / 1000]

  const config: Config = {
    production,
    host: text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    port,
    origins: readOrigins(list('PUBLIC_ORIGIN'), { mode, port }, problems),
    trustProxy: list('TRUST_PROXY'),
    dataDir: text('DATA_DIR', '.data'),
    firestoreDatabase: text('FIRESTORE_DATABASE', '(default)'),
    store: oneOf('STORE', ['sqlite', 'firestore'], 'sqlite'),
    client: {
      ...(Object.fromEntries(REQUIRED_SETTINGS.map((name) => [name, required(name)])) as RequiredSettings),
      PRODUCT_NAME: text('PRODUCT_NAME', 'Guildhall'),
      PRODUCT_SLUG: text('PRODUCT_SLUG', 'guildhall'),
      RELEASE: text('RELEASE', 'unreleased'),
      AUTH_EMULATOR: authEmulator !== undefined,
    },
    staticCache: oneOf('STATIC_CACHE', ['on', 'off'], 'on') === 'on',
    serviceWorker: oneOf('SERVICE_WORKER', ['on', 'off'], 'on') === 'on',
    authEmulator,
    sessionMaxAge: integer('SESSION_MAX_AGE', SESSION.defaultMaxAge / 1000, shortest, longest) * 1000,
    adminEmails: new Set(list('ADMIN_EMAILS').map((email) => email.toLowerCase())),
    vapid: readVapidKeys(text),
    mail: readMail({ text, integer }, problems),
    secret: production ? required('SERVER_SECRET') : text('SERVER_SECRET', DEVELOPMENT_SECRET),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    drainDelay: integer('DRAIN_DELAY', production ? 3 : 0, 0, 8) * 1000,
  }
  problems.push(...validate(config), ...(production ? validateForProduction(config, env) : []))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** What it takes to open the store, whichever it is. */
export const storeSettings = ({ store, dataDir, client, firestoreDatabase, secret }: Config) => ({
  store,
  dataDir,
  projectId: client.FIREBASE_PROJECT_ID,
  databaseId: firestoreDatabase,
  secret,
})

function readVapidKeys(text: (name: string, fallback: string) => string): VapidKeys | undefined {
  const subject = text('VAPID_SUBJECT', '')
  const publicKey = text('VAPID_PUBLIC_KEY', '')
  const privateKey = text('VAPID_PRIVATE_KEY', '')
  return subject || publicKey || privateKey ? { subject, publicKey, privateKey } : undefined
}

type RequiredSettings = Record<(typeof REQUIRED_SETTINGS)[number], string>

function createReader(env: Env, problems: string[]) {
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback
  const required = (name: string) => {
    const value = text(name, '')
    if (!value) problems.push(missingSetting(name))
    return value
  }
  const list = (name: string) =>
    text(name, '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const digits = text(name, String(fallback))
    const value = Number(digits)
    if (/^\d+$/.test(digits) && value >= min && value <= max) return value
    problems.push(`${name} must be a whole number from ${min} to ${max}.`)
    return fallback
  }
  const oneOf = <T extends string>(name: string, choices: readonly T[], fallback: T) => {
    const value = text(name, fallback)
    const choice = choices.find((candidate) => candidate === value)
    if (choice === undefined) problems.push(`${name} must be one of ${choices.join(', ')}.`)
    return choice ?? fallback
  }
  return { text, required, list, integer, oneOf }
}

interface Place {
  mode: (typeof MODES)[number]
  port: number
}

function readOrigins(values: readonly string[], { mode, port }: Place, problems: string[]) {
  const fallback = mode === 'production' ? undefined : `http://localhost:${port}`
  if (values.length === 0 && fallback === undefined) problems.push(missingSetting('PUBLIC_ORIGIN'))
  const origins = values.map((value) => {
    const url = URL.parse(value)
    if (url?.origin !== value.replace(/\/$/, '') || !/^https?:$/.test(url.protocol)) {
      problems.push(`PUBLIC_ORIGIN: ${value} is not an origin like https://guildhall.example.`)
    } else if (url.protocol === 'http:' && !isLocal(url.hostname)) {
      problems.push(`PUBLIC_ORIGIN: ${value} must be https; plain http is allowed for localhost only.`)
    } else if (mode === 'development' && !isLocal(url.hostname)) {
      // The development secret is public, and the emulator accepts any identity.
      problems.push(`PUBLIC_ORIGIN: ${value} is not this machine. To serve others, set NODE_ENV=production.`)
    }
    return url?.origin ?? value
  })
  return [origins[0] ?? fallback ?? '', ...origins.slice(1)] as const
}

function* validate({
  client,
  trustProxy,
  adminEmails,
  authEmulator,
  secret,
  firestoreDatabase,
  vapid,
}: Config) {
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
  // With a longer one, every batch of client errors would be refused, and so lost.
  if (release.length > CLIENT_ERRORS.releaseCharacters) {
    yield `RELEASE must have at most ${CLIENT_ERRORS.releaseCharacters} characters.`
  }
  if (vapid) yield* validateVapidKeys(vapid)
  for (const network of trustProxy) {
    if (!isNetwork(network)) yield `TRUST_PROXY: ${network} is not an address or a network (CIDR).`
  }
  for (const email of adminEmails) {
    if (!/^\S+@\S+$/.test(email)) yield `ADMIN_EMAILS: ${email} is not an email address.`
  }
  if (secret && secret.length < 32) yield 'SERVER_SECRET must have at least 32 characters.'
}

/** RFC 8292. The private key fits the public one. */
function* validateVapidKeys({ subject, publicKey, privateKey }: VapidKeys) {
  if (!/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(subject)) {
    yield 'VAPID_SUBJECT must be mailto: and an email address, or an https address.'
  }
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    if (pair.getPublicKey('base64url') === publicKey) return
  } catch {
    // Not a key at all.
  }
  yield 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair that npx web-push generate-vapid-keys has made.'
}

function* validateForProduction({ secret }: Config, env: Env) {
  for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST']) {
    if (env[name]) yield `${name} must not be set in production: an emulator accepts any identity.`
  }
  if (secret === DEVELOPMENT_SECRET) yield 'SERVER_SECRET must not be the development secret.'
}

/** Browsers treat these as secure contexts even over plain http. */
const isLocal = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Trusting every network would let any client forge its address. */
function isNetwork(value: string) {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)
}
