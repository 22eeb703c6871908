import { join } from 'node:path'

import { type ClientSettings, missingSetting, REQUIRED_SETTINGS } from '#shared/client-settings.ts'
import { SESSION } from '#shared/constants.ts'
import { type BackupSettings, readBackups } from '#server/lib/backup-settings.ts'
import { createEnvironmentReader, type Env } from '#server/lib/environment.ts'
import { type MailSettings, readMail } from '#server/lib/mail-settings.ts'
import { readVapidKeys, type VapidKeys } from '#server/lib/push-settings.ts'

import { DEVELOPMENT_SECRET, productionProblems, settingProblems } from './config-checks.ts'

export interface Config {
  production: boolean
  host: string
  port: number
  /** Processes that share the port and the SQLite store. */
  workers: number
  /** The number of this process among them, from 1. */
  worker: number
  /** Where metrics are served; without it there are none. */
  metricsPort: number | undefined
  /** Scheme and host under which people reach this server; links use the first. */
  origins: readonly [string, ...string[]]
  /** The load balancer's networks (CIDR). */
  trustProxy: readonly string[]
  dataDir: string
  /** Where the bytes of images are kept; without it they are in the store. */
  imagesDir: string | undefined
  /** Where the source maps of the last builds are kept. */
  sourceMapsDir: string
  store: 'sqlite' | 'firestore'
  /** Of the SQLite store. */
  backups: BackupSettings
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

export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const MODES = ['development', 'test', 'production'] as const
const MOST_WORKERS = 64
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * The only reader of the environment. An empty variable counts as absent.
 * @param worker the number of this process among those that share the port, from 1; each has its own port for metrics
 * @throws ConfigError with every problem at once, one sentence each
 */
export function readConfig(env: Env, worker = 1): Config {
  const problems: string[] = []
  const reader = createEnvironmentReader(env, problems)
  const { text, list, integer, oneOf, required } = reader
  const mode = oneOf('NODE_ENV', MODES, 'development')
  const production = mode === 'production'
  const port = integer('PORT', 3000, 0, 65_535)
  const metricsPort = integer('METRICS_PORT', 0, 0, 65_535)
  const dataDir = text('DATA_DIR', '.data')
  const authEmulator = text('FIREBASE_AUTH_EMULATOR_HOST', '') || undefined
  const [shortest, longest] = [SESSION.shortestMaxAge / 1000, SESSION.longestMaxAge / 1000]

  const config: Config = {
    production,
    host: text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    port,
    workers: integer('WORKERS', 1, 1, MOST_WORKERS),
    worker,
    metricsPort: metricsPort === 0 ? undefined : metricsPort + worker - 1,
    origins: readOrigins(list('PUBLIC_ORIGIN'), { mode, port }, problems),
    trustProxy: list('TRUST_PROXY'),
    dataDir,
    imagesDir: text('IMAGES_DIR', '') || undefined,
    sourceMapsDir: text('SOURCE_MAPS_DIR', join(dataDir, 'source-maps')),
    firestoreDatabase: text('FIRESTORE_DATABASE', '(default)'),
    store: oneOf('STORE', ['sqlite', 'firestore'], 'sqlite'),
    backups: readBackups(reader, problems),
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
    vapid: readVapidKeys(reader),
    mail: readMail(reader, problems),
    secret: production ? required('SERVER_SECRET') : text('SERVER_SECRET', DEVELOPMENT_SECRET),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    drainDelay: integer('DRAIN_DELAY', production ? 3 : 0, 0, 8) * 1000,
  }
  problems.push(...settingProblems(config), ...(production ? productionProblems(config, env) : []))
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

type RequiredSettings = Record<(typeof REQUIRED_SETTINGS)[number], string>

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

/** Browsers treat these as secure contexts even over plain http. */
const isLocal = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
