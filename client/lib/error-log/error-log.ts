import { createBackoff } from '#client/lib/storage/backoff.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'
import type { ClientSettings } from '#shared/lib/client-settings.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

import { buildOf } from './build.ts'
import { errorOf, errorsOf } from './early-errors.ts'
import { type Occasion, requestDataText } from './entry.ts'
import { createCounter, createLocalLog } from './local-log.ts'
import { createErrorOutbox } from './outbox.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { createErrorSender, type ErrorSender } from './sender.ts'
import { createTransport } from './transport.ts'
import { rememberedUser } from './user.ts'

let installed: Pick<Recorder, 'record' | 'entryOf'> | undefined

/** Never throws and never logs its own failures: that would be the next error to log. */
export const logError: Recorder['record'] = (...occurrence) => installed?.record(...occurrence)

/** The entry that represents an error object, if it was logged. */
export const entryOf: Recorder['entryOf'] = (error) => installed?.entryOf(error)

/** @param requestData the body; at most 500 characters of it are logged, without secrets */
export function logApiError(
  url: string,
  method: string,
  status: number,
  requestData: unknown,
  error: unknown,
) {
  logError(error, {
    type: 'api',
    metadata: { url, method, status, requestData: requestDataText(requestData) },
  })
}

const now = () => Date.now()
const newId = () => crypto.randomUUID()

/** Starts logging, storing and sending errors. Each page calls it once, before anything else. */
export function installErrorLog({ settings }: { settings: Pick<ClientSettings, 'RELEASE'> }) {
  // Identifies this page, not the browser's tab: a duplicated tab would inherit that id and claim its
  // entries.
  const tabId = newId()
  const storage = deviceStorage
  const dropped = createCounter(storage, 'errorOutboxDropped')
  const noise = createCounter(storage, 'errorNoise')
  const localLog = createLocalLog(storage)
  const outbox = createErrorOutbox({ storage, tabId, dropped, makeRoom: localLog.makeRoom })
  const sender = createErrorSender({
    origin: { tabId, release: settings.RELEASE, build: buildOf(document) },
    storage,
    outbox,
    dropped,
    noise,
    transport: createTransport({ fetch: (...call) => fetch(...call), beacon: beaconIfNeeded(), now }),
    backoff: createBackoff({
      delays: CLIENT_ERRORS,
      now,
      random: Math.random,
      shared: { storage, key: 'errorOutboxResumeAt' },
    }),
    locks: navigator.locks,
    now,
    newId,
  })
  const recorder = createRecorder({
    outbox,
    localLog,
    dropped,
    noise,
    now,
    newId,
    page: currentPage,
    onEntry({ type }) {
      if (type === 'crash' || outbox.size() > CLIENT_ERRORS.flushOverEntries) void sender.flush()
    },
  })

  let savedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  function save() {
    recorder.save()
    savedAt = now()
    timer = recorder.hasUnsaved() ? setTimeout(save, CLIENT_ERRORS.saveAfter) : undefined
  }
  installed = {
    entryOf: recorder.entryOf,
    record(...occurrence) {
      const entry = recorder.record(...occurrence)
      if (timer === undefined && now() - savedAt >= CLIENT_ERRORS.saveAfter) save()
      else timer ??= setTimeout(save, CLIENT_ERRORS.saveAfter)
      return entry
    },
  }
  captureErrors()
  scheduleFlushes(sender, recorder)
}

const beaconIfNeeded = () =>
  'keepalive' in Request.prototype
    ? undefined
    : (url: string, body: string) => navigator.sendBeacon(url, body)

function scheduleFlushes({ flush, flushOnline, flushBeforeLeaving }: ErrorSender, { save }: Recorder) {
  const leave = () => {
    save({ isLeaving: true })
    flushBeforeLeaving()
  }
  setInterval(flush, CLIENT_ERRORS.flushEvery)
  addEventListener('online', flushOnline)
  // Never `unload`: phones do not fire it, and a page that listens to it is not kept in the back/forward
  // cache.
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
}

/** Logs uncaught errors, and those that boot.ts collected before. */
function captureErrors() {
  const type = 'boot'
  const earlyErrors = errorsOf(globalThis.earlyErrors?.take() ?? [])
  for (const { error, at, ...more } of earlyErrors) logError(error, { type, ...more }, at)
  if (!globalThis.earlyErrors) logError(new Error('boot.ts did not run'), { type })
  addEventListener('error', logUncaught)
  addEventListener('unhandledrejection', logUncaught)
}

const logUncaught = (event: Event) => logError(errorOf(event), { type: event.type })

const currentPage = (): Pick<Occasion, 'url' | 'userAgent' | 'userId'> => ({
  url: location.href,
  userAgent: navigator.userAgent,
  userId: rememberedUser(),
})
