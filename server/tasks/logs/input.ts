import { type FileHandle, open, stat } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as wait } from 'node:timers/promises'

import { decompressed } from './gunzip.ts'
import { readRecord } from './lines.ts'

type Chunks = AsyncIterable<Buffer>

/**
 * Characters. The server's own lines are far shorter: a longer one is something else, which must not fill the
 * memory.
 */
const MAX_LINE = 1024 * 1024
/** Replaces a longer line: it is neither a record nor blank. */
const TOO_LONG = '…'
const GZIP = Buffer.from([0x1f, 0x8b])
const CHUNK = 64 * 1024
/** Milliseconds. */
const LOOK_AGAIN_AFTER = 250
/** Number of lines in which the first record of a file is sought. */
const FIRST_LINES = 100

/** The lines of a text. The last one may be unterminated. */
export async function* linesOf(chunks: Chunks): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    rest = join(rest, first)
    const last = others.pop()
    if (last === undefined) continue
    yield rest
    yield* others
    rest = last
  }
  rest = join(rest, decoder.end())
  if (rest !== '') yield rest
}

const join = (start: string, end: string) =>
  start === TOO_LONG || start.length + end.length > MAX_LINE ? TOO_LONG : start + end

/** For a folder only the first read fails, with an error that does not name it. */
async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path)
  if (!(await handle.stat()).isDirectory()) return handle
  await handle.close()
  throw new Error(`${path} is a folder, not a file`)
}

/** The content of a file, decompressed if its first bytes are gzip's: rotated files have various names. */
export async function* contentOf(path: string): AsyncGenerator<Buffer> {
  await using handle = await openFile(path)
  const start = Buffer.alloc(GZIP.length)
  await handle.read(start, 0, start.length, 0)
  if (start.equals(GZIP)) yield* decompressed(handle)
  else yield* handle.createReadStream({ start: 0, autoClose: false })
}

/** Orders files oldest first, whatever their names, by the time of the first record of each. */
export async function oldestFirst(paths: readonly string[]): Promise<string[]> {
  const begun = await Promise.all(paths.map(async (path) => ({ path, time: await firstTimeOf(path) })))
  return begun.toSorted((one, other) => one.time - other.time).map(({ path }) => path)
}

async function firstTimeOf(path: string) {
  let left = FIRST_LINES
  try {
    for await (const line of linesOf(contentOf(path))) {
      const record = readRecord(line)
      if (record) return record.time
      left -= 1
      if (left === 0) break
    }
  } catch {
    // Reading the file to print it reports this.
  }
  return Infinity
}

/**
 * The present and future content of a file, until `signal`. After a rotation, by a new file or by emptying it,
 * continues with the next.
 */
export async function* followed(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  let handle = await openFile(path)
  let position = 0
  let isReplaced = false
  try {
    while (!signal.aborted) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, position)
      position += bytesRead
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else if (isReplaced) {
        await handle.close()
        handle = await open(path)
        position = 0
        isReplaced = false
      } else {
        if ((await handle.stat()).size < position) position = 0
        // Its last lines may have been written since the read above, so it is read once more.
        isReplaced = await isOther(path, handle)
        if (!isReplaced) await wait(LOOK_AGAIN_AFTER, undefined, { signal }).catch(() => {})
      }
    }
  } finally {
    await handle.close()
  }
}

/** There may be no file between two. */
async function isOther(path: string, handle: FileHandle) {
  const [next, own] = await Promise.all([stat(path).catch(() => undefined), handle.stat()])
  return next !== undefined && (next.ino !== own.ino || next.dev !== own.dev)
}
