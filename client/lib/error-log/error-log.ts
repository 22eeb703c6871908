import { buildOf } from '#client/lib/build.ts'
import { deviceStorage } from '#client/lib/storage.ts'
import type { ClientSettings } from '#shared/client-settings.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

import { captureErrors } from './capture.ts'
import type { ErrorContext } from './entry.ts'
import { createLocalLog } from './local-log.ts'
import { requestDataText } from './metadata.ts'
import { createOutbox } from './outbox.ts'
import { currentPage } from './page.ts'
import { createBackoff } from './backoff.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { createSender, type Sender } from './sender.ts'
import { createCounter } from './counter.ts'
import { createTransport } from './transport.ts'

let record: Recorder = () => {}

/** Never throws, and says nothing of its own failures: that would be the next error to log. */
export function logError(error: unknown, context: ErrorContext, at?: number) {
  try {
    record(error, context, at)
  } catch {
    // As above.
  }
}

/** @param requestData what was sent; at most 500 characters of it are kept, without secrets */
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
const after = (delay: number, run: () => void) => void setTimeout(run, delay)

/** From here on everything is logged, kept and sent. For a page to call once, before anything else. */
export function installErrorLog({ settings }: { settings: Pick<ClientSettings, 'RELEASE'> }) {
  // Of this page, not of the browser's tab: a duplicated tab would inherit that one and claim its entries.
  const tabId = newId()
  const storage = deviceStorage
  const dropped = createCounter(storage, 'errorOutboxDropped')
  const localLog = createLocalLog(storage)
  const outbox = createOutbox({ storage, tabId, dropped, makeRoom: localLog.makeRoom })
  const sender = createSender({
    origin: { tabId, release: settings.RELEASE, build: buildOf(document) },
    outbox,
    dropped,
    transport: createTransport({ fetch: (...call) => fetch(...call), beacon: beaconIfNeeded(), now }),
    backoff: createBackoff({ storage, now, random: Math.random, after }),
    locks: navigator.locks,
    after,
    now,
    newId,
  })
  const recordEntry = createRecorder({ outbox, localLog, dropped, now, newId, page: currentPage })

  record = (...occurrence) => {
    recordEntry(...occurrence)
    if (outbox.size() > CLIENT_ERRORS.flushOverEntries) void sender.flush()
  }
  captureErrors(logError)
  sendInTime(sender)
}

const beaconIfNeeded = () =>
  'keepalive' in Request.prototype
    ? undefined
    : (url: string, body: string) => navigator.sendBeacon(url, body)

function sendInTime({ flush, flushBeforeLeaving }: Sender) {
  setInterval(flush, CLIENT_ERRORS.flushEvery)
  // Never `unload`: phones do not fire it, and a page that listens to it is not kept for the way back.
  addEventListener('pagehide', flushBeforeLeaving)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flushBeforeLeaving()
  })
}
