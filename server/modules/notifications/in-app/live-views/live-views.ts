import { setTimeout as wait } from 'node:timers/promises'

import { LRUCache } from 'lru-cache'

import { batchesOf } from '#shared/lib/batches.ts'
import { SECOND } from '#shared/lib/durations.ts'
import type { IdentifiedLiveView, LiveView } from '#shared/notifications/live-views.ts'
import { maxEntries } from '#server/lib/max-entries.ts'

import type { LiveViewPermissions } from './permissions.ts'

/** An open stream. */
interface Viewer {
  memberId: string
  write: (text: string) => void
  /** The browser reconnects, and treats everything that it shows as stale. */
  end: () => void
}

/** The key in messages, or that of the lists of one member's meetings. */
type Key = Exclude<LiveView, 'meetings'> | `meetings:${string}`

/** Milliseconds within which changes are one message. By its end the other replicas have the change, too. */
const COALESCED = 500
/**
 * Number of streams that get a message at once, and milliseconds until the next ones: each message causes a request.
 */
const SEND_BATCH = 100
const SENT_EVERY = 100
/** Milliseconds that a page may take from loading to opening its stream. */
const CACHE_LIFETIME = 30 * SECOND
const MAX_REMEMBERED = 20_000

export type LiveViews = ReturnType<typeof createLiveViews>

/**
 * Notifies streams of changed views among those they were opened for. A message contains nothing else, and goes only
 * to members who may see the view. A member who loses access gets one more, so that the page shows that.
 */
export function createLiveViews({ permittedAmong }: LiveViewPermissions) {
  /** Viewers by view, with whether they were permitted at the last check. */
  const viewersOf = new Map<Key, Map<Viewer, boolean>>()
  /** Views with pending messages; true if the view has changed since. */
  const sending = new Map<Key, boolean>()
  const recent = new LRUCache<Key, true>({ ...maxEntries(MAX_REMEMBERED), ttl: CACHE_LIFETIME })
  let isStarted = false

  const mayView = async (key: Key, memberIds: readonly string[]) => {
    const [kind, id] = partsOf(key)
    return kind === 'meetings' ? new Set([id]) : permittedAmong(kind, id, memberIds)
  }

  async function sendUntilUnchanged(key: Key) {
    do {
      await wait(COALESCED, undefined, { ref: false })
      sending.set(key, false)
      await send(key)
    } while (sending.get(key))
    sending.delete(key)
  }

  async function send(key: Key) {
    const viewers = [...(viewersOf.get(key)?.keys() ?? [])]
    for (const [at, batch] of batchesOf(viewers, SEND_BATCH).entries()) {
      if (at > 0) await wait(SENT_EVERY, undefined, { ref: false })
      await sendTo(key, batch, { hasChanged: true })
    }
  }

  /** Checks the viewers' permissions now, and notifies those affected. */
  async function sendTo(key: Key, viewers: readonly Viewer[], { hasChanged }: { hasChanged: boolean }) {
    const permitted = await mayView(
      key,
      viewers.map(({ memberId }) => memberId),
    ).catch(() => undefined)
    for (const viewer of viewers) {
      const known = viewersOf.get(key)
      const wasPermitted = known?.get(viewer)
      if (!known || wasPermitted === undefined) continue
      if (!permitted) {
        viewer.end()
        continue
      }
      const isPermitted = permitted.has(viewer.memberId)
      known.set(viewer, isPermitted)
      if (isPermitted ? hasChanged : wasPermitted) viewer.write(messageOf(key))
    }
  }

  async function add(viewer: Viewer, key: Key) {
    viewersOf.getOrInsertComputed(key, () => new Map()).set(viewer, false)
    await sendTo(key, [viewer], { hasChanged: false })
    // The page may have loaded it before.
    if (!recent.has(key)) return
    await wait(COALESCED, undefined, { ref: false })
    if (viewersOf.get(key)?.get(viewer)) viewer.write(messageOf(key))
  }

  function changed(key: Key) {
    if (!isStarted) return
    recent.set(key, true)
    if (!viewersOf.has(key)) return
    const isSending = sending.has(key)
    sending.set(key, true)
    if (!isSending) void sendUntilUnchanged(key)
  }

  return {
    /** Earlier changes are not passed on to any stream. */
    start: () => void (isStarted = true),

    changed,

    /** Changes may have been missed. */
    anyChanged: () => [...viewersOf.keys()].forEach(changed),

    /** Ids of the views for which streams are open. */
    shownOf: (kind: IdentifiedLiveView): ReadonlySet<string> =>
      new Set([...viewersOf.keys()].map(partsOf).flatMap(([each, id]) => (each === kind ? [id] : []))),

    watch(viewer: Viewer, views: readonly LiveView[]) {
      const keys = views.map((view): Key => (view === 'meetings' ? `meetings:${viewer.memberId}` : view))
      for (const key of keys) void add(viewer, key)
      return {
        /** Call it when the member may have lost a role. */
        check() {
          for (const key of keys) void sendTo(key, [viewer], { hasChanged: false })
        },

        stop() {
          for (const key of keys) {
            const viewers = viewersOf.get(key)
            viewers?.delete(viewer)
            if (viewers?.size === 0) viewersOf.delete(key)
          }
        },
      }
    },
  }
}

function partsOf(key: Key) {
  const at = key.indexOf(':')
  return [key.slice(0, at) as IdentifiedLiveView | 'meetings', key.slice(at + 1)] as const
}

const messageOf = (key: Key) =>
  `data: ${JSON.stringify({ stale: [key.startsWith('meetings:') ? 'meetings' : key] })}\n\n`
