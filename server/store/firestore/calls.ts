import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { ClientHttp2Stream, Http2Session } from 'node:http2'

/** The parts of a call that the client's channel exposes before it is sent. */
interface Call {
  callOptions: { deadline?: number | Date }
}

/** Epoch milliseconds. Set by the innermost `callUntil`; the caller may bring it forward. */
export interface CallLimit {
  until: number
}

const SERVICE = 'google.firestore.v1.Firestore'
const LISTEN = `/${SERVICE}/Listen`
const limits = new AsyncLocalStorage<CallLimit>()

/** Runs calls of the client, none of which is sent, repeated or awaited after the limit. */
export const callUntil = <T>(limit: CallLimit, calls: () => Promise<T>): Promise<T> =>
  limits.run(limit, calls)

function limitCall<C extends Call>(call: C): C {
  const until = limits.getStore()?.until
  if (until !== undefined) call.callOptions.deadline = until
  return call
}

const ONCE = { retry_codes_name: 'none' }

/**
 * The client's default is to repeat calls for up to ten minutes, long after the request has been answered. Reads are
 * still repeated five times; a commit without an answer is not, since it may have been carried out.
 */
export const CLIENT_SETTINGS = {
  clientConfig: {
    interfaces: {
      [SERVICE]: {
        retry_codes: { none: [] },
        methods: { BatchGetDocuments: ONCE, RunQuery: ONCE, RunAggregationQuery: ONCE, Commit: ONCE },
      },
    },
  },
  // Otherwise another layer repeats each read without an answer twice, whatever its error is, after two and four seconds.
  gaxServerStreamingRetries: true,
  grpcOptions: {
    'grpc.callInvocationTransformer': limitCall,
    // The default would wait for up to two minutes after an outage before it reconnects.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
  },
}

/** Connections of this process on which Firestore was called, apart from that of the change feeds. */
const sessions = new Set<Http2Session>()

channel('http2.client.stream.created').subscribe((message) => {
  const { stream, headers } = message as {
    stream: ClientHttp2Stream
    headers: Record<string, string | string[]>
  }
  const { session } = stream
  const path = String(headers[':path'])
  if (!session || sessions.has(session) || path === LISTEN || !path.startsWith(`/${SERVICE}/`)) return
  sessions.add(session)
  session.once('close', () => sessions.delete(session))
})

/**
 * Drops every connection with its pending calls. If they were closed normally, the kernel would keep sending for
 * minutes, and a commit that was answered as failed could still arrive.
 */
export function resetConnections() {
  // One that is being closed has no socket any more.
  for (const session of sessions)
    if (!session.destroyed && !session.socket.destroyed) session.socket.resetAndDestroy()
}
