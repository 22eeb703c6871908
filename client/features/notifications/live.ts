import type { Unread } from '#shared/notifications.ts'
import { readEvents } from '#client/lib/event-stream.ts'
import { streamConnected } from '#client/lib/live-query.ts'
import { createBackoff } from '#client/lib/offline-queue/backoff.ts'
import { reachable, request } from '#client/lib/request.ts'

import { UNREAD_URL } from './queries.ts'

const STREAM_URL = '/api/notifications/stream'
const SECOND = 1_000
/** A browser that shows nothing of us for this long keeps no connection open. */
const HIDDEN_FOR = 60 * SECOND
/** The first event comes at once, and something every 25 s, unless a proxy holds it back. */
const PATIENCE = { first: 10 * SECOND, next: 60 * SECOND }
/** So that not all browsers connect at once to what is left when a server shuts down. */
const RECONNECTED_WITHIN = 1 * SECOND
const DELAYS = { firstRetryDelay: 2 * SECOND, longestRetryDelay: 60 * SECOND }

/** Between the tabs of a browser. `who`: whether there is a stream, for a tab that has just been opened. */
type Message = { unread: Unread } | { isConnected: boolean } | 'who'

/**
 * Passes on the number of unread notifications as it changes. The tabs of a browser share one stream: one has it, and
 * passes what it brings to the others. Without a stream it is asked for at growing intervals, up to a minute.
 * @returns how to stop
 */
export function followUnread(uid: string, onUnread: (unread: Unread) => void): () => void {
  const channel = new BroadcastChannel(`stream ${uid}`)
  let hasStream = false
  // The rule means windows; a channel reaches this origin alone and takes no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const broadcast = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'who') {
      if (hasStream) broadcast({ isConnected: true })
    } else if ('unread' in data) onUnread(data.unread)
    else streamConnected.set(data.isConnected)
  })
  const onConnected = (isConnected: boolean) => {
    if (hasStream === isConnected) return
    hasStream = isConnected
    streamConnected.set(isConnected)
    broadcast({ isConnected })
  }
  const publish = (unread: Unread) => {
    broadcast({ unread })
    onUnread(unread)
  }

  let joined: AbortController | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function join() {
    clearTimeout(hiding)
    if (joined) return
    const { signal } = (joined = new AbortController())
    // Whoever waits for the lock takes over when the tab that has it is closed, or hidden for long.
    navigator.locks
      .request(`stream ${uid}`, { signal }, () => keepStream({ publish, onConnected }, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
  }

  function leave() {
    clearTimeout(hiding)
    joined?.abort()
    joined = undefined
  }

  function onVisibility() {
    if (document.visibilityState === 'visible') join()
    else hiding = setTimeout(leave, HIDDEN_FOR)
  }

  broadcast('who')
  join()
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  // A page with an open connection could not be kept for the way back.
  addEventListener('pagehide', leave)
  addEventListener('pageshow', join)

  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', join)
    leave()
    onConnected(false)
    streamConnected.set(false)
    channel.close()
  }
}

interface Listeners {
  publish: (unread: Unread) => void
  onConnected: (isConnected: boolean) => void
}

async function keepStream({ publish, onConnected }: Listeners, signal: AbortSignal) {
  const backoff = createBackoff({ delays: DELAYS, now: Date.now })
  while (!signal.aborted) {
    let isLive = false
    const onEvent = (unread: Unread) => {
      isLive = true
      backoff.succeed()
      onConnected(true)
      publish(unread)
    }
    await readEvents(STREAM_URL, { onEvent, signal, patience: PATIENCE }).catch(() => {})
    onConnected(false)
    if (signal.aborted) return
    // As every call, this renews a session that has ended, or shows that the server is out of reach.
    if (!isLive) await request<Unread>(UNREAD_URL, { signal }).then(publish, () => {})
    await pause(isLive ? Math.random() * RECONNECTED_WITHIN : backoff.fail(), signal)
  }
}

/** Ends early when the server is reachable again. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    const stop = reachable.subscribe(() => reachable.get() && done())
    signal.addEventListener('abort', done)
  })
