import { BlockList, isIP } from 'node:net'

import { type ClientSettings, missingSetting, REQUIRED_SETTINGS } from '#shared/client-settings.ts'
import { SESSION } from '#shared/constants.ts'

export interface Config {
  production: boolean
  host: string
  port: number
  /** Where people reach this server, scheme and host; the first is the one to write in links. */
  origins: readonly [string, ...string[]]
  /** The balancer's networks (CIDR), or none. */
  trustProxy: readonly string[]
  dataDir: string
  store: 'sqlite' | 'firestore'
  client: ClientSettings
  /** host:port of the Auth emulator, outside production only. */
  authEmulator: string | undefined
  /** Milliseconds. */
  sessionMaxAge: number
  adminEmails: ReadonlySet<string>
  /** Keys hashes in logs and signs cursors; the same on every replica. */
  secret: string
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** How long to stay up as "not ready" after SIGTERM, so that the balancer notices. Milliseconds. */
  drainDelay: number
}

export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const DEVELOPMENT_SECRET = 'for development only, never for production'
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * The one reading of the environment. An empty variable counts as absent.
 * @throws ConfigError with every fault at once, one sentence each
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const production = env['NODE_ENV'] === 'production'

  const text = (name: string, fallback: string) => env[name]?.trim() || fallback
  const required = (name: string) => {
    const value = env[name]?.trim()
    if (!value) faults.push(missingSetting(name))
    return value ?? ''
  }
  const list = (name: string) =>
    text(name, '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const value = Number(text(name, String(fallback)))
    if (Number.isInteger(value) && value >= min && value <= max) return value
    faults.push(`${name} must be a whole number from ${min} to ${max}.`)
    return fallback
  }
  const oneOf = <T extends string>(name: string, choices: readonly T[], fallback: T) => {
    const value = text(name, fallback)
    const choice = choices.find((candidate) => candidate === value)
    if (choice === undefined) faults.push(`${name} must be one of ${choices.join(', ')}.`)
    return choice ?? fallback
  }

  const port = integer('PORT', 3000, 0, 65_535)
  const authEmulator = text('FIREBASE_AUTH_EMULATOR_HOST', '') || undefined
  if (production) {
    for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST']) {
      if (env[name]) faults.push(`${name} must not be set in production: an emulator accepts any identity.`)
    }
  }

  const [apiKey, authDomain, projectId, appId] = REQUIRED_SETTINGS.map(required) as [
    string,
    string,
    string,
    string,
  ]
  const slug = text('PRODUCT_SLUG', 'guildhall')
  if (!SLUG.test(slug)) faults.push('PRODUCT_SLUG must be lower-case letters, digits and single hyphens.')

  const origins = readOrigins(
    production && !env['PUBLIC_ORIGIN'] ? [required('PUBLIC_ORIGIN')] : list('PUBLIC_ORIGIN'),
    `http://localhost:${port}`,
    faults,
  )
  const trustProxy = list('TRUST_PROXY')
  for (const network of trustProxy) {
    if (!isNetwork(network)) faults.push(`TRUST_PROXY: ${network} is not an address or a network (CIDR).`)
  }

  const secret = production ? required('SERVER_SECRET') : text('SERVER_SECRET', DEVELOPMENT_SECRET)
  if (secret && secret.length < 32) faults.push('SERVER_SECRET must have at least 32 characters.')

  const config: Config = {
    production,
    host: text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    port,
    origins,
    trustProxy,
    dataDir: text('DATA_DIR', '.data'),
    store: oneOf('STORE', ['sqlite', 'firestore'], 'sqlite'),
    client: {
      FIREBASE_API_KEY: apiKey,
      FIREBASE_AUTH_DOMAIN: authDomain,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_APP_ID: appId,
      PRODUCT_NAME: text('PRODUCT_NAME', 'Guildhall'),
      PRODUCT_SLUG: slug,
      RELEASE: text('RELEASE', 'unreleased'),
      AUTH_EMULATOR: authEmulator !== undefined,
    },
    authEmulator,
    sessionMaxAge:
      integer(
        'SESSION_MAX_AGE',
        SESSION.defaultMaxAge / 1000,
        SESSION.shortestMaxAge / 1000,
        SESSION.longestMaxAge / 1000,
      ) * 1000,
    adminEmails: new Set(list('ADMIN_EMAILS').map((email) => email.toLowerCase())),
    secret,
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    drainDelay: integer('DRAIN_DELAY', production ? 3 : 0, 0, 8) * 1000,
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

function readOrigins(values: readonly string[], fallback: string, faults: string[]) {
  const origins = values.filter(Boolean).map((value) => {
    const url = URL.parse(value)
    if (url?.origin !== value.replace(/\/$/, '') || !/^https?:$/.test(url.protocol)) {
      faults.push(`PUBLIC_ORIGIN: ${value} is not an origin like https://guildhall.example.`)
    } else if (url.protocol === 'http:' && !isLocal(url.hostname)) {
      faults.push(`PUBLIC_ORIGIN: ${value} must be https; plain http is for localhost alone.`)
    }
    return url?.origin ?? value
  })
  return [origins[0] ?? fallback, ...origins.slice(1)] as const
}

/** Browsers treat these as secure contexts even over plain http. */
export const isLocal = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

function isNetwork(value: string) {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6')
    return /^\d+$/.test(bits)
  } catch {
    return false
  }
}
