import { join } from 'node:path'

import { SECOND } from '#shared/lib/durations.ts'
import { type ClientSettings, missingSetting, REQUIRED_SETTINGS } from '#shared/lib/client-settings.ts'
import { type Language, namesOf } from '#shared/lib/language/languages.ts'
import { SESSION } from '#shared/accounts/session-limits.ts'
import { recordOf } from '#shared/lib/records.ts'

import { type BackupSettings, readBackups } from './backups.ts'
import { createEnvironmentReader, type Env } from './environment.ts'
import { languageProblems, offeredLanguages } from './languages.ts'
import { type MailSettings, readMail } from './mail.ts'
import { readVapidKeys, type VapidKeys } from './push.ts'
import { DEVELOPMENT_SECRET, productionProblems, settingProblems } from './checks.ts'

export interface Config {
  production: boolean
  host: string
  port: number
  /** Number of processes that share the port and the SQLite store. */
  workers: number
  /** Number of this process among them, from 1. */
  worker: number
  /** Port of the metrics. Without it there are none. */
  metricsPort: number | undefined
  /** Schemes and hosts under which people reach this server; links use the first. */
  origins: readonly [string, ...string[]]
  /** The load balancer's networks (CIDR). */
  trustProxy: readonly string[]
  dataDir: string
  /** Folder for the bytes of images. Without it they are in the store. */
  imagesDir: string | undefined
  /** Folder for the source maps of the last builds. */
  sourceMapsDir: string
  store: 'sqlite' | 'firestore'
  /** Backups of the SQLite store. */
  backups: BackupSettings
  /** The database's id in the Firebase project. */
  firestoreDatabase: string
  client: ClientSettings
  /** Languages that members can choose from. The first is the community's default. */
  languages: readonly [Language, ...Language[]]
  /** Whether the built client is served from memory. */
  staticCache: boolean
  /** Whether browsers get the service worker. */
  serviceWorker: boolean
  /** host:port of the Auth emulator, outside production only. */
  authEmulator: string | undefined
  /** Milliseconds. */
  sessionMaxAge: number
  adminEmails: ReadonlySet<string>
  /** Keys for push notifications. Without them there are none. */
  vapid: VapidKeys | undefined
  /** Without it there are only notifications in the app. */
  mail: MailSettings | undefined
  /** Whether people can sign in with a code by email, where there is `mail`. */
  signInCodes: boolean
  /** Keys hashes in logs and signs cursors; must be the same on every replica. */
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
const MAX_WORKERS = 64
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * The only reader of the environment. An empty variable counts as unset.
 * @param worker number of this process among those that share the port, from 1; each has its own port for metrics
 * @throws ConfigError with all problems at once, one sentence each
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
  const [shortest, longest] = [SESSION.shortestMaxAge / SECOND, SESSION.longestMaxAge / SECOND]
  const languages = offeredLanguages(env)
  problems.push(...languageProblems(env, { production }))

  const origins = readOrigins(list('PUBLIC_ORIGIN'), { mode, port }, problems)

  const config: Config = {
    production,
    host: text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    port,
    workers: integer('WORKERS', 1, 1, MAX_WORKERS),
    worker,
    metricsPort: metricsPort === 0 ? undefined : metricsPort + worker - 1,
    origins,
    trustProxy: list('TRUST_PROXY'),
    dataDir,
    imagesDir: text('IMAGES_DIR', '') || undefined,
    sourceMapsDir: text('SOURCE_MAPS_DIR', join(dataDir, 'source-maps')),
    firestoreDatabase: text('FIRESTORE_DATABASE', '(default)'),
    store: oneOf('STORE', ['sqlite', 'firestore'], 'sqlite'),
    backups: readBackups(reader, problems),
    client: {
      ...recordOf(REQUIRED_SETTINGS, required),
      PRODUCT_NAME: text('PRODUCT_NAME', 'Guildhall'),
      PRODUCT_SLUG: text('PRODUCT_SLUG', 'guildhall'),
      RELEASE: text('RELEASE', 'unreleased'),
      AUTH_EMULATOR: authEmulator !== undefined,
      HOST: URL.parse(origins[0])?.host ?? '',
      ...(languages.length > 1 && { LANGUAGES: namesOf(languages), LANGUAGE: languages[0] }),
    },
    languages,
    staticCache: oneOf('STATIC_CACHE', ['on', 'off'], 'on') === 'on',
    serviceWorker: oneOf('SERVICE_WORKER', ['on', 'off'], 'on') === 'on',
    authEmulator,
    sessionMaxAge: integer('SESSION_MAX_AGE', SESSION.defaultMaxAge / SECOND, shortest, longest) * SECOND,
    adminEmails: new Set(list('ADMIN_EMAILS').map((email) => email.toLowerCase())),
    vapid: readVapidKeys(reader),
    mail: readMail(reader, problems),
    signInCodes: oneOf('SIGN_IN_CODES', ['on', 'off'], 'on') === 'on',
    secret: production ? required('SERVER_SECRET') : text('SERVER_SECRET', DEVELOPMENT_SECRET),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    drainDelay: integer('DRAIN_DELAY', production ? 3 : 0, 0, 8) * SECOND,
  }
  problems.push(...settingProblems(config), ...(production ? productionProblems(config, env) : []))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The settings for opening the store of either kind. */
export const storeSettings = ({ store, dataDir, client, firestoreDatabase, secret }: Config) => ({
  store,
  dataDir,
  projectId: client.FIREBASE_PROJECT_ID,
  databaseId: firestoreDatabase,
  secret,
})

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
