import { WEEK } from '#shared/lib/durations.ts'
import type { ClientErrorBatch } from '#shared/operations/client-errors.ts'
import { CLIENT_ERROR_LIMITS } from '#shared/operations/client-error-limits.ts'
import { cutText } from '#shared/operations/scrub.ts'
import { codeOf } from '#shared/lib/short-code.ts'
import { createLogger } from '#server/logging/logger.ts'
import type { SymbolicatedStack } from '#server/modules/operations/source-maps/trace.ts'

import type { CleanEntry } from './entries/entry.ts'
import { FINGERPRINT_VERSION, fingerprintOf, normalise } from './entries/fingerprint.ts'
import type { LoggedEntry } from './entries/types.ts'

const MAX_LINE = 15 * 1024
/** Milliseconds. */
const MAX_OFFLINE = WEEK
/** Statuses of expected refusals. */
const REFUSALS: ReadonlySet<unknown> = new Set([403, 404])
/** The type of a call that got no answer. It is no defect of the app, and the monitoring of the server sees it. */
const OUTAGE = 'OfflineError'
/** Statuses of calls and screens during an outage. */
const OUTAGE_STATUSES: ReadonlySet<unknown> = new Set([502, 503, 504])
const STACK_HEADER = /^([A-Z][\w$]{0,63})(?::|$)/
const MESSAGE_HEADER = /^(?:Uncaught (?:\(in promise\) )?)?([A-Z]\w{0,55}(?:Error|Exception)):/
const ERROR_NAME = /^[A-Z][\w$]{0,63}$/

/** Stacks for the operator to read. */
export interface Stacks {
  calls: SymbolicatedStack
  components: Pick<SymbolicatedStack, 'text'>
}

/** The server's own knowledge of the sender, independent of its claims. */
export interface Sender {
  batch: Pick<ClientErrorBatch, 'tabId' | 'release' | 'build'>
  skewMs: number | undefined
  /** Epoch milliseconds. */
  receivedAt: number
  /** User id of the verified session. */
  userId: string | undefined
  /** Keyed hash of the network, for senders without a session. */
  network: string | undefined
}

/** Writes an entry as a log line. Every key is ours: the client's data are values, its metadata a text. */
export function createLineWriter(keyedHash: (text: string) => string) {
  let line = ''
  const log = createLogger({ logLevel: 'error' }, { write: (text) => (line = text) })

  /** @returns the line, and the data for its group */
  return (entry: CleanEntry, stacks: Stacks, sender: Sender): { line: string; logged: LoggedEntry } => {
    const record = toRecord(entry, stacks, sender, keyedHash)
    const logged = toLogged(entry, sender, record)
    // Escapes take up to six times the space, so a few halvings are enough for any text.
    for (let share = 1; ; share /= 2) {
      log.error(share === 1 ? record : shorten(record, share), 'client error')
      if (Buffer.byteLength(line) <= MAX_LINE) return { line, logged }
    }
  }
}

type Record = ReturnType<typeof toRecord>

function toRecord(entry: CleanEntry, stacks: Stacks, sender: Sender, keyedHash: (text: string) => string) {
  const errorType = errorTypeOf(entry)
  const { message, claimedEmail } = entry
  const { ownFrames, text, symbolicated } = stacks.calls
  return {
    event: { name: 'client.error', id: entry.id, short_code: codeOf(entry) },
    exception: { type: errorType, message, stacktrace: text || undefined, symbolicated },
    error: { fingerprint: fingerprintOf({ errorType, message, ownFrames }), fp_version: FINGERPRINT_VERSION },
    client: {
      type: entry.type,
      release: nameOf(sender.batch.release),
      build: nameOf(sender.batch.build),
      tab_id: nameOf(sender.batch.tabId),
      timestamp: entry.timestamp,
      last_at: entry.lastAt,
      skew_ms: sender.skewMs,
      count: entry.count,
      network: sender.network,
      component_stack: stacks.components.text || undefined,
      metadata_json: entry.metadata && metadataText(entry.metadata),
    },
    url: { path: entry.path },
    user_agent: entry.userAgent,
    user: { id: sender.userId, hash: claimedEmail && keyedHash(claimedEmail) },
    http: { request_id: entry.requestId },
  }
}

/** The name of a tab, a release or a build, in printable ASCII: a terminal would interpret anything else. */
export const nameOf = (text: string) => text.replace(/[^ -~]/g, '').trim()

function toLogged(entry: CleanEntry, sender: Sender, record: Record): LoggedEntry {
  const { exception, error, client, user } = record
  const { receivedAt, skewMs = 0 } = sender
  /** Uses the server's clock; the browser's may be wrong, and it may have been offline. */
  const instantOf = (text: string) => {
    const at = Math.min(Date.parse(text) - skewMs, receivedAt)
    return new Date(Math.max(at, receivedAt - MAX_OFFLINE)).toISOString()
  }
  const at = instantOf(entry.timestamp)
  const lastAt = entry.lastAt === undefined ? at : instantOf(entry.lastAt)
  return {
    id: entry.id,
    fingerprint: error.fingerprint,
    errorType: exception.type,
    caughtAs: entry.type,
    message: entry.message,
    isRefusal: exception.type === OUTAGE || isExpected(entry),
    normalisedMessage: normalise(entry.message),
    stack: entry.stack,
    readableStack: exception.stacktrace,
    symbolicated: exception.symbolicated,
    componentStack: client.component_stack,
    metadata: client.metadata_json,
    at,
    lastAt: lastAt < at ? at : lastAt,
    count: entry.count,
    path: entry.path,
    userAgent: entry.userAgent,
    release: client.release,
    build: client.build,
    tabId: client.tab_id,
    requestId: entry.requestId,
    userId: user.id,
    network: sender.network,
    emailHash: user.hash || undefined,
  }
}

function isExpected({ type, metadata }: CleanEntry) {
  const status = metadata?.['status']
  if (type === 'route error') return REFUSALS.has(status) || OUTAGE_STATUSES.has(status)
  return type === 'api' && OUTAGE_STATUSES.has(status)
}

function errorTypeOf({ stack, message, metadata }: CleanEntry) {
  const name = metadata?.['name']
  if (typeof name === 'string' && ERROR_NAME.test(name)) return name
  return (STACK_HEADER.exec(stack ?? '') ?? MESSAGE_HEADER.exec(message))?.[1] ?? 'Error'
}

/** Always JSON: metadata longer than that of an honest sender becomes one text in it. */
function metadataText(metadata: NonNullable<CleanEntry['metadata']>) {
  const { metadataBytes } = CLIENT_ERROR_LIMITS
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) <= metadataBytes) return text
  return JSON.stringify({ cut: cutText(text, metadataBytes / 4) })
}

function shorten(record: Record, share: number): Record {
  const cut = <T extends string | undefined>(text: T) => (text && cutText(text, text.length * share)) as T
  const { exception, client } = record
  return {
    ...record,
    exception: { ...exception, message: cut(exception.message), stacktrace: cut(exception.stacktrace) },
    client: {
      ...client,
      component_stack: cut(client.component_stack),
      metadata_json: share < 0.5 ? '{"cut":true}' : client.metadata_json,
    },
  }
}
