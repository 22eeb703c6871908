import { Timestamp } from 'firebase-admin/firestore'
import { onTestFinished, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { createHeartbeat } from '#server/store/firestore/feed/heartbeat.ts'
import type { Listen, ListenHandlers, ListenMessage } from '#server/store/firestore/feed/listen.ts'
import { createListenStream } from '#server/store/firestore/feed/stream.ts'

const PERMISSION_DENIED = 7

/** Firestore's side of `Listen` and of the heartbeat, in virtual time, and a stream that talks to it. */
export function startStream() {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  onTestFinished(() => void vi.useRealTimers())
  const started = Date.now()
  const logged: { facts: object; message: string }[] = []
  const log = {
    warn: (facts: object, message: string) => void logged.push({ facts, message }),
    info: (facts: object, message: string) => void logged.push({ facts, message }),
  }
  /** How Firestore answers. */
  const firestore = {
    refusesCalls: false,
    /** A part of the name of a collection to which nobody may listen. */
    refuses: undefined as string | undefined,
    /** A part of the name of a collection for which nothing is sent. */
    ignores: undefined as string | undefined,
    isSilent: false,
  }
  const listens: number[] = []
  const open = new Set<ListenHandlers>()
  let mostOpen = 0
  const now = () => Date.now()
  const time = () => ({ seconds: Math.floor(now() / 1_000), nanos: (now() % 1_000) * 1_000_000 })

  const send = (call: ListenHandlers, message: ListenMessage) => {
    if (open.has(call) && !firestore.isSilent) call.onMessage(message)
  }
  const sendSnapshot = (call: ListenHandlers) =>
    send(call, { targetChange: { targetChangeType: 'NO_CHANGE', targetIds: [], readTime: time() } })
  const soon = (work: () => void) => void setTimeout(work, 20)

  const listen: Listen = (handlers) => {
    listens.push(now() - started)
    if (firestore.refusesCalls) {
      soon(() =>
        handlers.onEnd(Object.assign(new Error('denied'), { code: PERMISSION_DENIED, details: 'denied' })),
      )
    } else {
      open.add(handlers)
      mostOpen = Math.max(mostOpen, open.size)
    }
    return {
      send({ addTarget }) {
        if (!addTarget) return
        const targetIds = [addTarget.targetId!]
        const isAbout = (part: string | undefined) =>
          part !== undefined && JSON.stringify(addTarget).includes(part)
        if (isAbout(firestore.ignores)) return
        soon(() => {
          if (isAbout(firestore.refuses)) {
            const cause = { code: PERMISSION_DENIED, message: 'denied' }
            send(handlers, { targetChange: { targetChangeType: 'REMOVE', targetIds, cause } })
          } else {
            send(handlers, { targetChange: { targetChangeType: 'CURRENT', targetIds } })
            sendSnapshot(handlers)
          }
        })
      },
      end: () => void open.delete(handlers),
    }
  }

  const write = async () => {
    soon(() => open.forEach(sendSnapshot))
    return Timestamp.fromMillis(now())
  }
  const heartbeat = createHeartbeat({ database: 'projects/p/databases/d', write, log, now })
  const stream = createListenStream({ listen, heartbeat, log, now, random: () => 1 })
  onTestFinished(stream.close)
  return {
    firestore,
    stream,
    logged,
    /** Moments of the calls of `Listen`, in milliseconds. */
    listens,
    /** Calls that are open now, and the most that were at any time. */
    openCalls: () => ({ now: open.size, most: mostOpen }),
    /** Ends the open calls, as Firestore does within an hour. */
    cut: () => open.forEach((call) => call.onEnd(undefined)),
    advance: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    perMinute: (minute: number) =>
      listens.filter((at) => at >= minute * MINUTE && at < (minute + 1) * MINUTE).length,
  }
}
