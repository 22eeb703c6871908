import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/notifications/messages.ts'
import { setTimeout as wait } from 'node:timers/promises'

import type { LiveView } from '#shared/notifications/live-views.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Clock } from '#server/lib/clock.ts'
import { unavailable } from '#server/lib/failure.ts'

import type { LiveViews } from './live-views/live-views.ts'
import type { NotificationService } from './service.ts'
import type { UnreadNotifications } from './unread.ts'

interface Deps {
  clock: Clock
  notifications: Pick<NotificationService, 'unread'>
  /** Serves all streams by one change feed. */
  unreadNotifications: Pick<UnreadNotifications, 'onChange' | 'sync'>
  people: People
  liveViews: Pick<LiveViews, 'watch'>
}

/** Output of a stream, such as the response of a request. */
export interface StreamOutput {
  write(text: string): void
  /** Bytes that were written and have not left this process. */
  backlog(): number
  /** Ends it after everything written has arrived. */
  end(): void
  destroy(): void
}

interface Viewer {
  memberId: string
  sessionId: string
  /** Epoch milliseconds. */
  expiresAt: number
  /** Views that the browser shows. */
  views: readonly LiveView[]
  /** Whether the session is still live, and its member active. */
  isAllowed: () => Promise<boolean>
}

interface Stream extends Viewer {
  output: StreamOutput
  nextBeat: NodeJS.Timeout | undefined
  heartbeats: number
  watching: ReturnType<LiveViews['watch']> | undefined
}

/** A browser needs one, for all of its tabs. Any others are connections that broke silently. */
const MAX_PER_SESSION = 5
/**
 * Milliseconds of the longest silence: proxies commonly close connections that are silent for 30 s or a minute. Each
 * pause is up to a quarter shorter, or thousands of streams, which reopen together, would have their heartbeats together.
 */
const HEARTBEAT = 25 * SECOND
/**
 * Maximum heartbeats between two checks of the session. Its end and a suspension are announced; a disabled account is not.
 */
const CHECKED_EVERY = 12
/** Milliseconds within which changes of the same number are one event. */
const COALESCED = 100
/**
 * Milliseconds in which all streams end when the server shuts down: browsers reopen them within a second, and the
 * next replica has to answer everything else as well.
 */
const ENDED_WITHIN = 3 * SECOND
/** Milliseconds between two parts of them. */
const ENDED_EVERY = 100
/** Minimum streams per part. */
const END_BATCH = 100
/** Bytes. Each event replaces the previous one, so a client this far behind is not reading. */
const MAX_BACKLOG = 4 * 1024

export type NotificationStreams = ReturnType<typeof createNotificationStreams>

/**
 * Server-sent events with the number of a member's unread notifications and their role, for all streams of this
 * process from one feed, and with the names of live views that have changed.
 */
export function createNotificationStreams({
  clock,
  notifications,
  unreadNotifications,
  people,
  liveViews,
}: Deps) {
  const byMember = new Map<string, Set<Stream>>()
  const bySession = new Map<string, Set<Stream>>()
  /** Members whose number may have changed. */
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  unreadNotifications.onChange((member) => {
    for (const each of member === undefined ? byMember.keys() : [member]) noteChange(each)
  })

  function noteChange(member: string) {
    if (!byMember.has(member)) return
    changed.add(member)
    timer ??= setTimeout(() => void sendChanged(), COALESCED)
  }

  /** One run at a time, so that no older number follows a newer one. */
  async function sendChanged() {
    const members = [...changed]
    changed.clear()
    await Promise.all(members.map(sendUnread))
    timer = changed.size > 0 ? setTimeout(() => void sendChanged(), COALESCED) : undefined
  }

  async function sendUnread(member: string) {
    const text = await Promise.all([notifications.unread(member), people.members.roleOf(member)]).then(
      ([count, role]) => eventOf(count, role),
      () => undefined,
    )
    for (const stream of byMember.get(member) ?? []) {
      // The browser reconnects until the store answers.
      if (text === undefined) end(stream)
      else write(stream, text)
    }
  }

  function write(stream: Stream, text: string) {
    if (stream.output.backlog() > MAX_BACKLOG) {
      forget(stream)
      stream.output.destroy()
    } else stream.output.write(text)
  }

  function beat(stream: Stream) {
    stream.heartbeats += 1
    if (clock() >= stream.expiresAt) return end(stream)
    if (stream.heartbeats % CHECKED_EVERY === 0) void check(stream)
    beatLater(stream)
    write(stream, ':\n\n')
  }

  function beatLater(stream: Stream) {
    stream.nextBeat = setTimeout(() => beat(stream), HEARTBEAT * (1 - Math.random() / 4))
  }

  async function check(stream: Stream) {
    if (await stream.isAllowed().catch(() => false)) stream.watching?.check()
    else end(stream)
  }

  function forget(stream: Stream) {
    clearTimeout(stream.nextBeat)
    stream.watching?.stop()
    for (const [streams, key] of [
      [byMember, stream.memberId],
      [bySession, stream.sessionId],
    ] as const) {
      const set = streams.get(key)
      set?.delete(stream)
      if (set?.size === 0) streams.delete(key)
    }
  }

  function end(stream: Stream) {
    forget(stream)
    stream.output.end()
  }

  const count = () => bySession.values().reduce((sum, { size }) => sum + size, 0)
  const firstStreams = (most: number) =>
    byMember
      .values()
      .flatMap((ofMember) => ofMember)
      .take(most)
      .toArray()

  return {
    /** Resolves once this process passes on all later changes. */
    start: () => unreadNotifications.sync(),

    /**
     * Sends the number at once, and again whenever it may have changed. One stream too many ends the oldest of the
     * session.
     * @returns a function to call when the connection is closed
     */
    open(viewer: Viewer, output: StreamOutput): () => void {
      const stream: Stream = {
        ...viewer,
        output,
        heartbeats: Math.floor(Math.random() * CHECKED_EVERY),
        watching: undefined,
        nextBeat: undefined,
      }
      beatLater(stream)
      const ofSession = bySession.getOrInsertComputed(viewer.sessionId, () => new Set())
      ofSession.add(stream)
      byMember.getOrInsertComputed(viewer.memberId, () => new Set()).add(stream)
      stream.watching = liveViews.watch(
        { memberId: viewer.memberId, write: (text) => write(stream, text), end: () => end(stream) },
        viewer.views,
      )
      if (ofSession.size > MAX_PER_SESSION) end(ofSession.values().next().value!)
      // After the feed has it: a change in between is another event.
      noteChange(viewer.memberId)
      return () => forget(stream)
    },

    /** Number of open streams in this process. */
    count,

    /** @param id of the session that ended; without one, any may have ended */
    sessionEnded(id?: string) {
      if (id === undefined) for (const streams of bySession.values()) streams.forEach(check)
      else bySession.get(id)?.forEach(end)
    },

    /**
     * Call it when a member's role or status may have changed. The event with the same number carries the new role.
     */
    memberChanged(memberId: string) {
      byMember.get(memberId)?.forEach(check)
      noteChange(memberId)
    },

    /** @throws Failure 503 while the server shuts down */
    assertOpen() {
      if (isClosed) throw unavailable('draining', m.draining())
    },

    /** Refuses new streams and ends all, before the server closes: browsers connect to another replica. */
    async close() {
      isClosed = true
      const atOnce = Math.max(END_BATCH, Math.ceil((count() * ENDED_EVERY) / ENDED_WITHIN))
      for (;;) {
        firstStreams(atOnce).forEach(end)
        if (count() === 0) break
        await wait(ENDED_EVERY)
      }
      clearTimeout(timer)
    },
  }
}

const eventOf = (unread: number, role: MemberRole | undefined) =>
  `data: ${JSON.stringify({ unread, role })}\n\n`
