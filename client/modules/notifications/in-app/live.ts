import { SECOND } from '#shared/lib/durations.ts'
import { type LiveView, MAX_LIVE_VIEWS } from '#shared/notifications/live-views.ts'
import type { StreamEvent, Unread } from '#shared/notifications/schema.ts'
import { readEvents } from '#client/lib/event-stream.ts'
import { streamedViews } from '#client/lib/live-query.ts'
import { createObservable } from '#client/lib/observable.ts'
import { createBackoff } from '#client/lib/storage/backoff.ts'
import { reachable } from '#client/lib/http.ts'
import { request } from '#client/lib/request.ts'

const STREAM_URL = '/api/notifications/stream'
/** Milliseconds after which a hidden browser closes its connection. */
const HIDDEN_FOR = 60 * SECOND
/** The first event arrives at once, and another at least every 25 s, unless a proxy delays them. */
const TIMEOUT = { first: 10 * SECOND, next: 60 * SECOND }
/** Spreads the reconnections of browsers to the remaining servers when one shuts down. */
const RECONNECTED_WITHIN = 1 * SECOND
const DELAYS = { firstRetryDelay: 2 * SECOND, longestRetryDelay: 60 * SECOND }
/** Milliseconds within which a newly opened page has shown all its views. */
const SHOWN_WITHIN = SECOND / 4

/**
 * Messages between the tabs of a browser. `who` asks whether there is a stream, for a tab that has just been opened;
 * `shown` contains the views of each tab, for one that is about to open the stream.
 */
type Message =
  | StreamEvent
  | { streamed: ReadonlySet<LiveView> | undefined }
  | { tab: string; shows: readonly LiveView[] }
  | 'who'
  | 'shown'

interface Page {
  onUnread: (unread: Unread) => void
  /** @param views all views of the page whose changes may have been missed */
  onStale: (views: readonly LiveView[]) => void
  shownViews: () => readonly LiveView[]
  /** Calls back when the views of the page may have changed. @returns a function that stops it */
  onShown: (listener: () => void) => () => void
}

/**
 * Reports the number of unread notifications as it changes, and stale views. The tabs of a browser share one stream
 * for the views of all of them: one tab has it, and forwards its messages to the others. Without a stream, the
 * number is requested at growing intervals, up to a minute.
 * @returns a function that stops it
 */
export function followStream(uid: string, { onUnread, onStale, shownViews, onShown }: Page): () => void {
  // Tabs of a build with other messages, whose channel is called "stream", have their own stream.
  const name = `live ${uid}`
  const channel = new BroadcastChannel(name)
  const tab = crypto.randomUUID()
  const shownElsewhere = new Map<string, readonly LiveView[]>()
  const wanted = createObservable<readonly LiveView[]>([])
  let hasStream = false
  let hasMissed = false
  // The rule is about windows; a channel reaches only this origin and takes no target.
  //
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const broadcast = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'who') {
      if (hasStream) broadcast({ streamed: streamedViews.get() })
    } else if (data === 'shown') broadcast({ tab, shows: shownViews() })
    else if ('tab' in data) {
      shownElsewhere.set(data.tab, data.shows)
      want()
    } else if ('streamed' in data) setStreamed(data.streamed)
    else take(data)
  })

  function take(event: StreamEvent) {
    if ('unread' in event) onUnread(event)
    else onStale(event.stale)
  }

  function publish(event: StreamEvent) {
    broadcast(event)
    take(event)
  }

  function setStreamed(views: ReadonlySet<LiveView> | undefined) {
    streamedViews.set(views)
    if (views && hasMissed) onStale(shownViews())
    hasMissed = !views
  }

  function onStreamed(views: ReadonlySet<LiveView> | undefined) {
    hasStream = views !== undefined
    setStreamed(views)
    broadcast({ streamed: views })
  }

  function want() {
    const views = new Set([...shownViews(), ...[...shownElsewhere.values()].flat()])
    wanted.set([...views].slice(0, MAX_LIVE_VIEWS))
  }

  let shown = ''
  const stopWatching = onShown(() => {
    const views = shownViews()
    if (views.join() === shown) return
    shown = views.join()
    broadcast({ tab, shows: views })
    want()
  })

  let joined: AbortController | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function join() {
    clearTimeout(hiding)
    if (joined) return
    broadcast('who')
    broadcast({ tab, shows: shownViews() })
    const { signal } = (joined = new AbortController())
    // A tab that waits for the lock takes over when the tab with the stream is closed, or hidden for long.
    navigator.locks
      .request(name, { signal }, () => {
        // A tab that crashed leaves this behind.
        if (streamedViews.get()) onStreamed(undefined)
        broadcast('shown')
        want()
        return keepStream({ publish, onStreamed, wanted }, signal)
      })
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

  function onPageHide() {
    leave()
    setStreamed(undefined)
    broadcast({ tab, shows: [] })
  }

  join()
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  // A page with an open connection could not enter the back/forward cache.
  addEventListener('pagehide', onPageHide)
  addEventListener('pageshow', join)

  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', onPageHide)
    removeEventListener('pageshow', join)
    stopWatching()
    onPageHide()
    if (hasStream) broadcast({ streamed: undefined })
    channel.close()
  }
}

interface Stream {
  publish: (event: StreamEvent) => void
  /** Undefined when there is no longer a stream. */
  onStreamed: (views: ReadonlySet<LiveView> | undefined) => void
  wanted: Pick<ReturnType<typeof createObservable<readonly LiveView[]>>, 'get' | 'subscribe'>
}

async function keepStream({ publish, onStreamed, wanted }: Stream, signal: AbortSignal) {
  const backoff = createBackoff({ delays: DELAYS, now: Date.now })
  while (!signal.aborted) {
    let isLive = false
    const views = wanted.get()
    const replaced = new AbortController()
    const onEvent = (event: StreamEvent) => {
      if (!isLive) onStreamed(new Set(views))
      isLive = true
      backoff.succeed()
      publish(event)
    }
    const stop = onceMissing(wanted, views, () => replaced.abort())
    const either = AbortSignal.any([signal, replaced.signal])
    await readEvents(urlOf(views), { onEvent, signal: either, timeout: TIMEOUT }).catch(() => {})
    stop()
    // The server reports changes in between to the next stream.
    if (replaced.signal.aborted && !signal.aborted) continue
    onStreamed(undefined)
    if (signal.aborted) return
    // Like every call, this renews an expired session, or shows that the server is unreachable.
    if (!isLive) await request('GET /api/notifications/unread', { signal }).then(publish, () => {})
    await pause(isLive ? Math.random() * RECONNECTED_WITHIN : backoff.fail(), signal)
  }
}

const urlOf = (views: readonly LiveView[]) =>
  views.length > 0 ? `${STREAM_URL}?${new URLSearchParams(views.map((view) => ['view', view]))}` : STREAM_URL

/** Calls back a moment after more than these views are wanted. @returns a function that stops it */
function onceMissing(wanted: Stream['wanted'], views: readonly LiveView[], onMissing: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    if (wanted.get().some((view) => !views.includes(view))) timer ??= setTimeout(onMissing, SHOWN_WITHIN)
  }
  const unsubscribe = wanted.subscribe(check)
  check()
  return () => {
    clearTimeout(timer)
    unsubscribe()
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
