import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

import { fingerprintOf, formatLine, readLine, timeOf } from './log-lines.ts'

const USAGE = `Reads the server's log and prints it for people.

  npm run logs -- server.log
  docker logs -f guildhall | npm run --silent logs

  --since 30m           only what is younger: s, m, h, d, or an instant such as 2026-03-01T12:00:00Z
  --fingerprint 3f2a91  only client errors whose fingerprint starts like this
`
const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

class UsageError extends Error {}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}

async function run(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      fingerprint: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void process.stdout.write(USAGE)
  const since = values.since === undefined ? -Infinity : instantOf(values.since)
  // `npm run logs | head` ends the reader before us.
  process.stdout.on('error', () => process.exit(0))

  const [path] = positionals
  const input = path === undefined ? process.stdin : createReadStream(path)
  const failed = new Promise<never>((_, reject) => input.once('error', reject))
  await Promise.race([failed, print(input, since, values.fingerprint)])
}

async function print(input: NodeJS.ReadableStream, since: number, fingerprint: string | undefined) {
  const colour = process.stdout.isTTY
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    const line = readLine(text)
    if ((timeOf(line) ?? Infinity) < since) continue
    if (fingerprint !== undefined && !fingerprintOf(line)?.startsWith(fingerprint)) continue
    process.stdout.write(`${formatLine(line, { colour })}\n`)
  }
}

function instantOf(text: string) {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const instant = amount === undefined ? Date.parse(text) : Date.now() - Number(amount) * (UNITS[unit] ?? 0)
  if (Number.isNaN(instant)) throw new UsageError(`--since ${text} is neither an age nor an instant.`)
  return instant
}
