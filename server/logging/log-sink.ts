import { constants, fstatSync, openSync, writev, writevSync } from 'node:fs'

import { SECOND } from '#shared/lib/durations.ts'
import { startDeadline } from '#server/lib/concurrency/deadline.ts'

const MIB = 1024 * 1024
/** Bytes waiting above which `append` refuses. */
const MAX_WAITING = MIB
/** The application's own lines cannot be repeated, so they have additional room. */
const MAX_WAITING_LINES = 2 * MIB
const MAX_CHUNKS = 512
/** Bytes that Linux writes to a pipe atomically (`PIPE_BUF`). */
const PIPE_ATOM = 4_096
const NEWLINE = 0x0a
const RETRY = { first: 1, longest: 64 }
/** Milliseconds that a line waits for others: each write costs a round trip to the thread pool. */
const GATHERED_FOR = 5
const CLOSE_TIMEOUT = 2 * SECOND
/** Stall timeout in milliseconds without progress, however little waits. */
const MAX_REST = 15 * SECOND

/** The destination of the log: the only writer to standard output, so that lines of two sources never mix. */
export interface LogSink {
  /** Accepts one whole line from pino. While the reader stalls, lines beyond a bound are dropped and counted. */
  write(line: string): void
  /**
   * Resolves once the kernel has all of `lines`, which then survive even SIGKILL.
   * @throws SinkFull without having accepted anything
   * @throws the system's error when the kernel refuses; some of `lines` may be written then
   */
  append(lines: string): Promise<void>
  /** Whether `append` would refuse. */
  readonly full: boolean
  status(): LogStatus
  /** Waits up to `timeout` milliseconds until everything is written. */
  close(timeout?: number): Promise<void>
  /** Writes what waits, as far as the reader takes it at once. For a process that is about to exit; nothing is written later. */
  flush(): void
}

export interface LogStatus {
  waitingBytes: number
  /** Lines passed to `write` that were dropped, since the start. */
  lostLines: number
  /** The reader has stalled: it has read nothing for too long, or so much waits that `append` refuses. */
  stalled: boolean
  /** The kernel refused the latest write, for example because the disk is full. */
  refused: boolean
}

/** Too many bytes wait for a reader that has stalled. */
export class SinkFull extends Error {
  override name = 'SinkFull'

  constructor() {
    super('The reader of the log has stalled.')
  }
}

interface Chunk {
  bytes: Buffer
  done: PromiseWithResolvers<void> | undefined
}

/**
 * @param options.shared whether other processes write to the same descriptor. Then lines are written whole, so that they do not mix.
 * A line of more than 4,096 bytes can still be cut by another while the reader has stalled.
 * @param options.now milliseconds, of a clock that never steps back
 */
export function createLogSink(
  fileDescriptor: number,
  { shared = false, now = () => performance.now() }: { shared?: boolean; now?: () => number } = {},
): LogSink {
  const target = openWithoutBlocking(fileDescriptor)
  let waiting: Chunk[] = []
  let waitingBytes = 0
  /** Time at which the kernel last accepted bytes, or the oldest waiting ones arrived. */
  let movedAt = 0
  let writing = false
  /** Bytes of the write that the thread pool has. */
  let underWay = 0
  let midLine = false
  let droppedLines = 0
  let lostLines = 0
  let refused = false
  let retryDelay = RETRY.first
  let retryTimer: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined

  function enqueue(text: string, done?: PromiseWithResolvers<void>) {
    // A disk that filled up may hold half a line, which the next one must not continue.
    const bytes = Buffer.from(midLine && waiting.length === 0 ? `\n${text}` : text)
    if (waiting.length === 0) movedAt = now()
    waiting.push({ bytes, done })
    waitingBytes += bytes.length
    if (done) pump()
    else gather()
  }

  function gather() {
    gathering ??= setTimeout(() => {
      gathering = undefined
      pump()
    }, GATHERED_FOR)
  }

  function pump() {
    if (writing || waiting.length === 0) return
    writing = true
    const buffers = nextBuffers()
    underWay = buffers.reduce((sum, { length }) => sum + length, 0)
    writev(target, buffers, null, (error, written) => {
      underWay = 0
      if (error && isTemporary(error)) {
        retryTimer = setTimeout(retry, retryDelay)
        retryDelay = Math.min(retryDelay * 2, RETRY.longest)
        return
      }
      writing = false
      if (error) refuse(error)
      else release(written)
      if (waitingBytes > PIPE_ATOM || waiting.some(({ done }) => done)) pump()
      else if (waiting.length > 0) gather()
    })
  }

  const nextBuffers = () =>
    shared ? wholeLines(waiting) : waiting.slice(0, MAX_CHUNKS).map(({ bytes }) => bytes)

  function retry() {
    writing = false
    pump()
  }

  function release(written: number) {
    retryDelay = RETRY.first
    refused = false
    movedAt = now()
    waitingBytes -= written
    let left = written
    const firstPartial = waiting.findIndex(({ bytes }) => {
      if (bytes.length > left) return true
      left -= bytes.length
      return false
    })
    const whole = firstPartial < 0 ? waiting.length : firstPartial
    for (const { done } of waiting.slice(0, whole)) done?.resolve()
    waiting = waiting.slice(whole)
    const cut = left > 0 ? waiting[0] : undefined
    midLine = cut !== undefined && cut.bytes[left - 1] !== NEWLINE
    if (cut) cut.bytes = cut.bytes.subarray(left)
    if (droppedLines > 0 && waiting.length === 0) reportDropped()
  }

  function refuse(error: Error) {
    const lost = waiting
    waiting = []
    waitingBytes = 0
    refused = true
    for (const { done } of lost) {
      if (done) done.reject(error)
      else drop()
    }
  }

  function drop() {
    droppedLines += 1
    lostLines += 1
  }

  function reportDropped() {
    const dropped = droppedLines
    droppedLines = 0
    const line = { level: 40, time: Date.now(), dropped, msg: 'log lines dropped' }
    append(`${JSON.stringify(line)}\n`).catch(() => (droppedLines += dropped))
  }

  const append = (lines: string) => {
    const done = Promise.withResolvers<void>()
    enqueue(lines, done)
    return done.promise
  }

  return {
    get full() {
      return waitingBytes > MAX_WAITING
    },
    status() {
      const rests = waiting.length > 0 && now() - movedAt > MAX_REST
      return { waitingBytes, lostLines, stalled: rests || waitingBytes > MAX_WAITING, refused }
    },
    write(line) {
      if (waitingBytes > MAX_WAITING_LINES) drop()
      else enqueue(line)
    },
    append(lines) {
      return waitingBytes > MAX_WAITING ? Promise.reject(new SinkFull()) : append(lines)
    },
    async close(timeout = CLOSE_TIMEOUT) {
      const inTime = startDeadline(timeout, () => new SinkFull())
      // A refusal or timeout can no longer be reported anywhere.
      await inTime(append('')).catch(() => {})
      clearTimeout(retryTimer)
    },
    flush() {
      writing = true
      // Its result will not be known. It nearly always takes everything.
      release(underWay)
      try {
        while (waiting.length > 0) release(writevSync(target, nextBuffers()))
      } catch {
        // It can no longer be reported anywhere.
      }
    },
  }
}

/** The first lines that fit into one atomic write, or the first line if that alone is longer. */
function wholeLines(waiting: readonly Chunk[]): Buffer[] {
  const buffers: Buffer[] = []
  let room = PIPE_ATOM
  for (const { bytes } of waiting) {
    if (bytes.length > room) {
      const end = (room > 0 ? bytes.lastIndexOf(NEWLINE, room - 1) : -1) + 1
      if (end > 0) buffers.push(bytes.subarray(0, end))
      else if (buffers.length === 0)
        buffers.push(bytes.subarray(0, bytes.indexOf(NEWLINE) + 1 || bytes.length))
      break
    }
    buffers.push(bytes)
    room -= bytes.length
  }
  return buffers
}

const isTemporary = ({ code }: NodeJS.ErrnoException) => code === 'EAGAIN' || code === 'EBUSY'

/**
 * A write to a full pipe blocks a thread of the pool until the other end reads, and `process.exit` waits for that
 * thread. Reopening the pipe gives it flags of our own, which other holders do not share, unlike O_NONBLOCK on the
 * inherited descriptor. Only Linux can do so, and not for sockets: there the thread is blocked.
 */
function openWithoutBlocking(fileDescriptor: number) {
  try {
    if (!fstatSync(fileDescriptor).isFIFO()) return fileDescriptor
    const { O_WRONLY, O_NONBLOCK, O_APPEND } = constants
    return openSync(`/proc/self/fd/${fileDescriptor}`, O_WRONLY | O_NONBLOCK | O_APPEND)
  } catch {
    return fileDescriptor
  }
}
