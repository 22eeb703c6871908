import { once } from 'node:events'
import { parseArgs } from 'node:util'

import { counted } from '#shared/lib/language/numbers.ts'
import { DEVELOPMENT_SECRET } from '#server/config/checks.ts'
import { createHashes } from '#server/modules/operations/client-errors/hashes.ts'
import { describeSystemError } from '#server/lib/system-errors.ts'

import { createFilter, type FilterOptions, UsageError } from './logs/filters.ts'
import { isDamage } from './logs/gunzip.ts'
import { contentOf, followed, linesOf, oldestFirst } from './logs/input.ts'
import { createFormat, readRecord, visible } from './logs/lines.ts'

const USAGE = `Makes the server's log readable for people.

  npm run logs -- server.log                    one file
  npm run logs -- server.log*                   several, compressed ones too, in the order of their times
  docker logs -f guildhall | npm run --silent logs

Someone reads you a code from the screen:
  --code 7K3F-92QD      the error, and the request that failed

Or you know something else about it. Lines that fit every option are shown:
  --user ada@example.org   what happened to this person; an email address or a user id. An address
                        finds client errors, and needs the server's SERVER_SECRET
  --request ID          one request, and the client errors that it led to
  --group 3f2a91        client errors of one kind: their fingerprint, or its beginning
  --release 1.4.0       client errors of one release
  --since 30m           only newer lines: an age (s, m, h, d) or a time
  --between 13:55..14:10   only lines of this span. Times are 14:05, 2026-03-01, "2026-03-01 14:05"
                        or 2026-03-01T14:05:00Z; leave one side empty for no limit

  --follow              wait for further lines, also in the next file when the log is rotated
  --help                this text

Times are shown in this machine's zone. For another: TZ=Europe/Berlin npm run logs -- server.log
Lines that are torn or were written by another program are skipped, and counted at the end.
`

const OPTIONS = {
  since: { type: 'string' },
  between: { type: 'string' },
  user: { type: 'string' },
  request: { type: 'string' },
  code: { type: 'string' },
  release: { type: 'string' },
  group: { type: 'string' },
  /** Former name of `group`. */
  fingerprint: { type: 'string' },
  follow: { type: 'boolean', short: 'f' },
  help: { type: 'boolean', short: 'h' },
} as const

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isUsage =
    error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE')
  const message = describeSystemError(error) ?? (error as Error).message
  process.stderr.write(`${visible(message)}\n${isUsage ? `\n${USAGE}` : ''}`)
  process.exitCode = isUsage ? 2 : 1
}

async function run(args: string[]) {
  const { values, positionals: paths } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const { help, follow = false, fingerprint, ...options } = values
  if (help) return void process.stdout.write(USAGE)
  if (follow && paths.length > 1) throw new UsageError('--follow reads one file.')
  const filters = { ...options, group: options.group ?? fingerprint }
  const fits = createFilter(filters, {
    now: Date.now(),
    hashEmail: createHashes(secretFor(filters)).emailHashOf,
  })
  // With `npm run logs | head`, the reader ends first.
  process.stdout.on('error', () => process.exit(0))

  const stopping = new AbortController()
  if (follow) process.once('SIGINT', () => stopping.abort())
  const { shown, skipped } = await print(linesOfAll(paths, follow ? stopping.signal : undefined), fits)
  if (shown === 0 && process.exitCode !== 1) process.stderr.write('No lines match.\n')
  if (skipped > 0) process.stderr.write(`${counted(skipped, 'line')} skipped: torn, or of another program.\n`)
}

/** The key for hashes of emails in the log. */
function secretFor({ user }: FilterOptions) {
  const secret = process.env['SERVER_SECRET']?.trim()
  if (user?.includes('@') && !secret) {
    process.stderr.write(
      'SERVER_SECRET is not set. Without the server’s own, only the log of a development server has this address.\n',
    )
  }
  return secret || DEVELOPMENT_SECRET
}

async function* linesOfAll(paths: readonly string[], following: AbortSignal | undefined) {
  if (paths.length === 0) yield* linesOf(process.stdin)
  else if (following) yield* linesOf(followed(paths[0]!, following))
  else for (const path of await oldestFirst(paths)) yield* readableLinesOf(path)
}

/** An unreadable or damaged file does not stop the others from being read. */
async function* readableLinesOf(path: string) {
  try {
    yield* linesOf(contentOf(path))
  } catch (error) {
    process.stderr.write(`${visible(problemOf(path, error))}\n`)
    process.exitCode = 1
  }
}

function problemOf(path: string, error: unknown) {
  const message = describeSystemError(error, path) ?? (error as Error).message
  if (isDamage(error)) return `${path} is damaged (${message}). What could be read of it is shown.`
  return message.includes(path) ? message : `${path}: ${message}`
}

async function print(lines: AsyncIterable<string>, fits: ReturnType<typeof createFilter>) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const format = createFormat({ colour: process.stdout.isTTY, timeZone })
  let shown = 0
  let skipped = 0
  for await (const line of lines) {
    const record = readRecord(line)
    if (!record) skipped += line.trim() === '' ? 0 : 1
    else if (fits(record)) {
      shown += 1
      if (!process.stdout.write(`${format(record)}\n`)) await once(process.stdout, 'drain')
    }
  }
  return { shown, skipped }
}
