import { execFile } from 'node:child_process'
import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import closeWithGrace from 'close-with-grace'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { buildApp } from '#server/app.ts'
import { collections, views } from '#server/collections.ts'
import { type Config, ConfigError, readConfig, storeSettings } from '#server/config/config.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { clientFolderOf } from '#server/http/pages/spa.ts'
import { openImageFolder } from '#server/image-files/folder.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { systemClock } from '#server/lib/clock.ts'
import { type Job, startJobs } from '#server/jobs/jobs.ts'
import { setDefaultLanguage } from '#server/lib/language.ts'
import { createLifecycle, SHUTDOWN } from '#server/lib/lifecycle.ts'
import { createPreviewRenderer } from '#server/preview-images/renderer.ts'
import { createLogSink } from '#server/logging/log-sink.ts'
import { createLogger, type Logger } from '#server/logging/logger.ts'
import { keepSourceMaps } from '#server/modules/operations/source-maps/kept-builds.ts'
import { runOrExplain } from '#server/startup.ts'
import { measureMailer } from '#server/metrics/mailer.ts'
import { openMetrics } from '#server/metrics/open.ts'
import { measureStore } from '#server/metrics/store.ts'
import { createModules } from '#server/modules.ts'
import { openStore } from '#server/store/adapters/open.ts'
import { createScheduledBackups } from '#server/store/backups/scheduled.ts'
import { outdatedCollections } from '#server/store/outdated.ts'
import type { Store } from '#server/store/port.ts'
import { DRAIN, startWorkers, workerNumber } from '#server/workers.ts'

// Resolved by their names in the package: the bundle of this file is in another folder.
const DIST = fileURLToPath(new URL('../dist', import.meta.resolve('#server/main.ts')))
const BACKUP_COMMAND = fileURLToPath(import.meta.resolve('#server/tasks/backup.ts'))
const CLIENT_FOLDER = join(DIST, 'client')

const LAST_LINES = 500
const RETRY_WARM_UP_AFTER = SECOND
/**
 * Connections that wait to be accepted; the kernel may have a lower limit (`net.core.somaxconn`). When another
 * replica shuts down, thousands of streams are reopened within seconds, and those that do not fit wait for seconds.
 */
const BACKLOG = 4_096

await runOrExplain(async () => {
  const config = readConfig(process.env, workerNumber())
  if (config.workers > 1 && cluster.isPrimary) startWorkers(config)
  else await run(config)
})

async function run(config: Config) {
  const missing = config.languages.filter((language) => !isBuilt(language))
  const clientIsBuilt = missing.length === 0
  if (config.production && !clientIsBuilt)
    throw new ConfigError([`The client is not built in ${missing.join(', ')}. Run npm run build first.`])
  const sink = createLogSink(process.stdout.fd, { shared: config.workers > 1 })
  // A second signal, a second error and a timeout of the drain exit at once.
  process.once('exit', sink.flush)
  const isFirst = config.worker === 1
  const logger = createLogger(config, sink)
  const lifecycle = createLifecycle()
  const projectId = config.client.FIREBASE_PROJECT_ID
  const measured = await openMetrics({ config, logger, lifecycle })
  const metrics = measured?.metrics
  // Views sort by this language, so it is set before they are opened.
  setDefaultLanguage(config.languages[0])
  const opened = await openStore({
    ...storeSettings(config),
    collections,
    views,
    log: logger,
  })
  const store = metrics ? measureStore(opened, metrics) : opened
  const { mail, imagesDir: folder } = config
  const imageFiles = folder
    ? await openImageFolder({ store, folder, clock: systemClock, log: logger })
    : filesInDocuments
  const smtp = mail && (await openSmtp(mail))
  const mailer = smtp && metrics ? measureMailer(smtp, metrics) : smtp
  const deps = {
    config,
    store,
    imageFiles,
    renderer: createPreviewRenderer(),
    identity: createFirebaseIdentity({
      projectId,
      apiKey: config.client.FIREBASE_API_KEY,
      origin: config.origins[0],
      clock: systemClock,
      authEmulatorHost: config.authEmulator,
    }),
    clock: systemClock,
    newId: randomUUID,
    logger,
    logSink: sink,
    sourceMaps: join(DIST, 'source-maps'),
    lifecycle,
    jobs: true,
    mailer,
    metrics,
    clientFolder: clientIsBuilt ? CLIENT_FOLDER : undefined,
  }
  if (clientIsBuilt && isFirst) {
    // Not awaited: with a slow volume it takes long, and with a read-only or full one it fails.
    void keepSourceMaps({ dist: DIST, folder: config.sourceMapsDir, clock: systemClock }).catch(
      (err: unknown) => logger.warn({ err, folder: config.sourceMapsDir }, 'source maps were not kept'),
    )
  }
  const services = createModules(deps)
  const app = await buildApp(deps, services)
  const scrapes = await measured?.listen(services.operations.health)
  const stopping = new AbortController()
  const { jobRuns } = services.operations.health
  const backups = startJobs(isFirst ? backupJobs(config, logger, stopping.signal) : [], {
    logger,
    runs: jobRuns,
  })

  const closing = closeWithGrace({ delay: SHUTDOWN.exit, logger }, async ({ signal, err }) => {
    lifecycle.drain()
    if (err) logger.fatal({ err }, 'crashed')
    else logger.info({ signal }, 'draining')
    // The balancer still sends requests until it has seen that the server is not ready.
    if (!err) await wait(config.drainDelay)
    const cut = setTimeout(
      () => app.server.closeAllConnections(),
      SHUTDOWN.cutConnections - config.drainDelay,
    )
    stopping.abort()
    await Promise.all([app.close(), backups.stop()])
    clearTimeout(cut)
    mailer?.close()
    await store.close()
    await scrapes?.close()
    logger.info('drained')
    await sink.close(LAST_LINES)
  })
  process.on('message', (message) => {
    if (message === DRAIN && lifecycle.phase !== 'draining') closing.close()
  })

  await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
  await untilWarm(services.warmUp, logger)
  lifecycle.serve()
  logger.info({ origin: config.origins[0] }, 'serving')
  await warnOfOutdated(store, logger)
}

/** Looks for a file that a build writes last. */
function isBuilt(language: Language) {
  return existsSync(join(clientFolderOf(CLIENT_FOLDER, language), 'landing.html'))
}

async function openSmtp(mail: NonNullable<Config['mail']>) {
  // Its library takes megabytes, so it is loaded only when emails are sent.
  const { createSmtpMailer } = await import('#server/mail/smtp.ts')
  return createSmtpMailer({ ...mail, clock: systemClock })
}

/** Polls every minute so that a restart does not delay the schedule. */
function backupJobs({ backups }: Config, logger: Logger, signal: AbortSignal): Job[] {
  const { folder } = backups
  if (folder === undefined) return []
  const backUpTo = async (file: string) => {
    await promisify(execFile)(process.execPath, [BACKUP_COMMAND, file], { signal })
  }
  const settings = { ...backups, folder }
  const backUpWhenDue = createScheduledBackups({ settings, clock: systemClock, backUpTo, log: logger })
  return [{ name: 'backups', every: MINUTE, run: backUpWhenDue }]
}

/** Documents of an earlier release are read in the current shape, but queries by new fields miss them. */
async function warnOfOutdated(store: Store, logger: Logger) {
  try {
    const outdated = await outdatedCollections(store, collections)
    if (outdated.length > 0)
      logger.warn(
        { collections: outdated },
        'documents of an earlier release: run server/tasks/migrate.ts once no earlier release runs',
      )
  } catch (err) {
    logger.warn({ err }, 'could not check for documents of an earlier release')
  }
}

/**
 * Loads what is answered from memory; the server is not ready until it has. It is live, so that it is not restarted,
 * and answers requests that do not read views.
 */
async function untilWarm(warmUp: () => Promise<void>, logger: Logger) {
  for (;;) {
    try {
      return await warmUp()
    } catch (err) {
      logger.warn({ err }, 'still starting: could not load data yet')
      await wait(RETRY_WARM_UP_AFTER)
    }
  }
}
