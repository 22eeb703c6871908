import { styleText } from 'node:util'

/** The content of one log line. */
export type LogRecord = Readonly<Record<string, unknown>> & {
  /** Epoch milliseconds. */
  time: number
}

/** Printed unescaped, these could clear the screen or forge a line: JSON escapes them, reading JSON restores them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
const LATEST_TIME = 8.64e15
const LEVELS: Record<string, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
const COLOURS = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'magenta',
} as const
const INDENT = ' '.repeat(4)

/** Undefined for a line that is torn or was written by something else. A collector's prefix is ignored. */
export function readRecord(text: string): LogRecord | undefined {
  try {
    const record: unknown = JSON.parse(text.slice(text.indexOf('{')))
    return isRecord(record) && isTime(record['time']) && 'level' in record ? (record as LogRecord) : undefined
  } catch {
    return undefined
  }
}

const isTime = (value: unknown) => typeof value === 'number' && Math.abs(value) <= LATEST_TIME

/** The text under a path of keys, such as `client`, `release`. */
export function textAt(record: LogRecord, ...path: readonly string[]): string | undefined {
  let value: unknown = record
  for (const key of path) value = isRecord(value) ? value[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Formats for people: one line, and below it the details of a client error that an operator needs first. */
export function createFormat({ colour, timeZone }: { colour: boolean; timeZone: string }) {
  const paint = (style: Parameters<typeof styleText>[0], shown: string) =>
    colour ? styleText(style, shown, { validateStream: false }) : shown
  const stamp = createStamp(timeZone)

  return (record: LogRecord): string => {
    const { time, level, msg, ...rest } = record
    const name = LEVELS[String(level)] ?? String(level)
    const tone = name in COLOURS ? COLOURS[name as keyof typeof COLOURS] : 'white'
    const head = `${stamp(time)} ${paint(tone, visible(name.toUpperCase()).padEnd(5))}`
    if (textAt(record, 'event', 'name') === 'client.error') {
      return [
        `${head} ${paint('bold', headline(record))}`,
        ...details(record).map((each) => INDENT + each),
      ].join('\n')
    }
    return [head, visible(typeof msg === 'string' ? msg : ''), paint('gray', pairs(rest))]
      .filter(Boolean)
      .join(' ')
  }
}

/** `2026-03-01 13:00:06 CET` */
function createStamp(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  return (time: number) => {
    const parts = format.formatToParts(time)
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
    const [date, clock] = [['year', 'month', 'day'] as const, ['hour', 'minute', 'second'] as const].map(
      (types) => types.map(part),
    )
    return `${date?.join('-')} ${clock?.join(':')} ${part('timeZoneName')}`
  }
}

function headline(record: LogRecord) {
  const { count } = part(record, 'client')
  const times = typeof count === 'number' && count > 1 ? ` ×${count}` : ''
  return (
    visible([textAt(record, 'exception', 'type'), textAt(record, 'exception', 'message')].join(': ')) + times
  )
}

function details(record: LogRecord): string[] {
  const client = part(record, 'client')
  const user = part(record, 'user')
  const facts = {
    code: part(record, 'event')['short_code'],
    at: part(record, 'url')['path'],
    caught: client['type'],
    release: client['release'],
    user: user['id'] ?? user['hash'],
    request: part(record, 'http')['request_id'],
    metadata: client['metadata_json'],
    browser: record['user_agent'],
    group: part(record, 'error')['fingerprint'],
    id: part(record, 'event')['id'],
  }
  const frames = (textAt(record, 'exception', 'stacktrace') ?? '').split('\n').filter(isFrame)
  const components = (textAt(record, 'client', 'component_stack') ?? '').split('\n').filter(isNotBlank)
  return [
    pairs(facts),
    ...frames.map(indented),
    ...(components.length > 0 ? ['components:', ...components.map(indented)] : []),
  ]
}

const indented = (line: string) => `  ${visible(line.trim())}`

const isNotBlank = (text: string) => text.trim() !== ''

const isFrame = (text: string) => /^\s+at |@/.test(text)

const pairs = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => visible(`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`))
    .join(' ')

/** Makes a text harmless to a terminal, even when an attacker wrote it. */
export const visible = (text: string) =>
  text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

const part = (record: LogRecord, name: string): Readonly<Record<string, unknown>> => {
  const value = record[name]
  return isRecord(value) ? value : {}
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
