import { styleText } from 'node:util'

/** A line of the log, as much of it as could be read. */
export interface LogLine {
  text: string
  fields: Fields | undefined
}
type Fields = Record<string, unknown>

/** Printed as it is, it could clear the screen or forge a line: JSON hid it, reading JSON brings it back. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
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
const INDENT = ' '.repeat(9)

export function readLine(text: string): LogLine {
  try {
    const fields = JSON.parse(text) as unknown
    return { text, fields: isFields(fields) ? fields : undefined }
  } catch {
    return { text, fields: undefined }
  }
}

/** Epoch milliseconds. */
export const timeOf = ({ fields }: LogLine) =>
  typeof fields?.['time'] === 'number' ? fields['time'] : undefined

export function fingerprintOf({ fields }: LogLine): string | undefined {
  const fingerprint = part(fields, 'error')['fingerprint']
  return typeof fingerprint === 'string' ? fingerprint : undefined
}

/** For people: one line, and for a client error what an operator looks at first below it. */
export function formatLine(line: LogLine, { colour }: { colour: boolean }): string {
  const { fields, text } = line
  if (!fields) return visible(text)
  const { time, level, msg, ...rest } = fields
  const paint = (style: Parameters<typeof styleText>[0], shown: string) =>
    colour ? styleText(style, shown, { validateStream: false }) : shown
  const name = LEVELS[String(level)] ?? String(level)
  const tone = name in COLOURS ? COLOURS[name as keyof typeof COLOURS] : 'white'
  const head = `${clockTime(time)} ${paint(tone, visible(name.toUpperCase()).padEnd(5))}`
  if (part(fields, 'event')['name'] === 'client.error') {
    return [
      `${head} ${paint('bold', headline(fields))}`,
      ...details(fields).map((each) => INDENT + each),
    ].join('\n')
  }
  return [head, visible(typeof msg === 'string' ? msg : ''), paint('gray', pairs(rest))]
    .filter(Boolean)
    .join(' ')
}

function headline(fields: Fields) {
  const { type, message } = part(fields, 'exception')
  const { count } = part(fields, 'client')
  const times = typeof count === 'number' && count > 1 ? ` ×${count}` : ''
  return visible([type, message].join(': ')) + times
}

function details(fields: Fields): string[] {
  const { stacktrace } = part(fields, 'exception')
  const client = part(fields, 'client')
  const user = part(fields, 'user')
  const facts = {
    at: part(fields, 'url')['path'],
    caught: client['type'],
    release: client['release'],
    user: user['id'] ?? user['hash'],
    request: part(fields, 'http')['request_id'],
    metadata: client['metadata_json'],
    browser: fields['user_agent'],
    fingerprint: fingerprintOf({ text: '', fields }),
    id: part(fields, 'event')['id'],
  }
  const frames =
    typeof stacktrace === 'string' ? stacktrace.split('\n').filter((frame) => isFrame(frame)) : []
  return [pairs(facts), ...frames.map((frame) => `  ${visible(frame.trim())}`)]
}

const isFrame = (text: string) => /^\s+at |@/.test(text)

const pairs = (fields: Fields) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => visible(`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`))
    .join(' ')

const clockTime = (time: unknown) =>
  typeof time === 'number' && Math.abs(time) < 8.64e15
    ? new Date(time).toISOString().slice(11, 19)
    : '--:--:--'

const visible = (text: string) =>
  text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

const part = (fields: Fields | undefined, name: string): Fields => {
  const value = fields?.[name]
  return isFields(value) ? value : {}
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
