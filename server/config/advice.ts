import { isAbsolute, relative } from 'node:path'

import { type Config, ConfigError, readConfig } from '#server/config/config.ts'

import type { Folder } from './folders.ts'
import type { Env } from './environment.ts'

/** Undefined for folders that are not set. */
export interface Folders {
  dataDir: Folder
  backupDir: Folder | undefined
  imagesDir: Folder | undefined
  sourceMapsDir: Folder
}

/** Prefixes of names that only we use: an unknown variable with such a prefix is a typo. */
const FAMILY = /^(?:BACKUP|SMTP|MAIL|VAPID|FIREBASE|FIRESTORE|METRICS)_/
/** Thirty-two random hexadecimal digits contain fewer distinct ones only once in about ten thousand times. */
const SECRET_DIFFERENT_CHARACTERS = 10

/** The names of all variables that the server reads. Google's libraries read further ones. */
export function variablesRead(): ReadonlySet<string> {
  const names = new Set<string>()
  // Production reads all of them; with none set, it is refused only after reading them.
  const env = new Proxy<Record<string, string | undefined>>(
    { NODE_ENV: 'production' },
    { get: (values, name: string) => (names.add(name), values[name]) },
  )
  try {
    readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
  }
  return names
}

/** A sentence for each folder with which the server could not start, or not do what it is configured to do. */
export function* folderProblems({ store, dataDir, backups, imagesDir }: Config, folders: Folders) {
  const { dataDir: data, backupDir: backup, imagesDir: images } = folders
  if (store === 'sqlite' && data.problem !== undefined) yield `DATA_DIR: ${dataDir} ${data.problem}.`
  if (backup?.problem !== undefined) yield `BACKUP_DIR: ${backups.folder} ${backup.problem}.`
  if (images?.problem !== undefined) yield `IMAGES_DIR: ${imagesDir} ${images.problem}.`
}

/** A sentence for each setting that is allowed but probably a mistake, mostly in production only. */
export function* configAdvice(config: Config, env: Env, folders: Folders) {
  yield* misspelt(env)
  if (config.store === 'sqlite' && config.firestoreDatabase !== '(default)')
    yield 'FIRESTORE_DATABASE has no effect with STORE=sqlite.'
  if (!config.production) {
    yield 'NODE_ENV is not production: the server is for this machine only. The other settings are checked as for production.'
    return
  }
  yield* weakSettings(config)
  yield* riskyFolders(config, folders)
}

/** @param credentials content of the service account file, if one is set */
export function* credentialsAdvice({ client }: Config, credentials: unknown) {
  const { project_id: project } = (credentials ?? {}) as { project_id?: unknown }
  if (typeof project === 'string' && project !== client.FIREBASE_PROJECT_ID)
    yield `GOOGLE_APPLICATION_CREDENTIALS belongs to the project ${project}, but FIREBASE_PROJECT_ID names another one.`
}

function* misspelt(env: Env) {
  const known = variablesRead()
  for (const [name, value] of Object.entries(env)) {
    const family = FAMILY.exec(name)?.[0]
    if (!value || family === undefined || known.has(name)) continue
    const siblings = [...known].filter((candidate) => candidate.startsWith(family))
    yield `${name} is not read by the server. It reads ${siblings.join(', ')}.`
  }
}

function* weakSettings({ client, logLevel, origins, trustProxy, adminEmails, mail, secret }: Config) {
  if (logLevel === 'error' || logLevel === 'fatal' || logLevel === 'silent')
    yield `LOG_LEVEL=${logLevel} leaves out warnings, so that alerts about new, regressed and lost client errors never fire.`
  if (adminEmails.size === 0)
    yield 'ADMIN_EMAILS is not set: no one becomes an admin at the first sign-in, so no one can moderate.'
  if (mail === undefined) yield 'SMTP_URL is not set: members get notifications in the app only, no emails.'
  if (trustProxy.length === 0)
    yield 'TRUST_PROXY is not set: behind a load balancer, all visitors count as one, and share its rate limits.'
  for (const origin of origins.filter((each) => each.startsWith('http:')))
    yield `PUBLIC_ORIGIN: ${origin} is plain http, which reaches browsers on this machine only.`
  if (client.RELEASE === 'unreleased')
    yield 'RELEASE is not set: client errors cannot be attributed to a release.'
  if (client.FIREBASE_PROJECT_ID.startsWith('demo-'))
    yield 'FIREBASE_PROJECT_ID begins with demo-, which is reserved for emulators: no such project exists at Firebase.'
  if (new Set(secret).size < SECRET_DIFFERENT_CHARACTERS)
    yield 'SERVER_SECRET has few different characters. Generate one with: openssl rand -base64 48'
}

function* riskyFolders(config: Config, folders: Folders) {
  const { store, dataDir, backups, imagesDir, sourceMapsDir } = config
  const { problem } = folders.sourceMapsDir
  if (problem !== undefined)
    yield `SOURCE_MAPS_DIR: ${sourceMapsDir} ${problem}, so stacks of browsers on another build stay minified.`
  if (folders.imagesDir?.exists === false)
    yield `IMAGES_DIR: ${imagesDir} does not exist, so the server starts without the images in it. Is the volume mounted?`
  if (store !== 'sqlite') return
  if (!folders.dataDir.exists)
    yield `DATA_DIR: ${dataDir} does not exist, so the server starts with an empty store. Is the volume mounted?`
  const { folder, key } = backups
  if (folder === undefined) {
    yield 'BACKUP_DIR is not set: the server creates no backups.'
    return
  }
  if (key === undefined) yield 'BACKUP_KEY is not set: anyone who can read a backup can read all data.'
  const { dataDir: data, backupDir: backup } = folders
  if (backup?.exists === false) yield `BACKUP_DIR: ${folder} does not exist. Is the disk mounted?`
  if (isWithin(dataDir, folder)) yield 'BACKUP_DIR is in DATA_DIR: both are lost together.'
  else if (data.exists && backup?.exists && data.device === backup.device)
    yield 'BACKUP_DIR is on the same disk as DATA_DIR: both are lost together.'
}

function isWithin(outer: string, inner: string) {
  const path = relative(outer, inner)
  return !isAbsolute(path) && path.split(/[\\/]/)[0] !== '..'
}
