import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { normaliseCode, shortCode } from '#shared/lib/short-code.ts'

import { type LogRecord, textAt } from './lines.ts'

/** Options as the user typed them. */
export interface FilterOptions {
  since?: string | undefined
  between?: string | undefined
  user?: string | undefined
  request?: string | undefined
  code?: string | undefined
  release?: string | undefined
  group?: string | undefined
}

interface Deps {
  /** Epoch milliseconds. */
  now: number
  hashEmail: (email: string) => string
}

type Filter = (record: LogRecord) => boolean

/** An invalid option that a person typed. The message says what is wrong with it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const UNITS: Record<string, number> = { s: 1_000, m: MINUTE, h: HOUR, d: DAY }
const AGE = /^(\d{1,6})([smhd])$/
const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/
const DATE = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:?\d\d)?)$/i

/**
 * Selects the lines that match every option. Times without a zone are in the machine's, which `TZ` sets.
 * @throws UsageError for values that nothing could match
 */
export function createFilter(options: FilterOptions, { now, hashEmail }: Deps): Filter {
  const { since, between, user, request, code, release, group } = options
  const filters: Filter[] = []
  if (since !== undefined) {
    const from = startOf(since, now, '--since')
    filters.push(({ time }) => time >= from)
  }
  if (between !== undefined) {
    const { from, to } = spanOf(between, now)
    filters.push(({ time }) => time >= from && time <= to)
  }
  if (user !== undefined) filters.push(ofUser(user, hashEmail))
  if (request !== undefined) filters.push((record) => requestIdsOf(record).includes(request.toLowerCase()))
  if (code !== undefined) filters.push(withCode(code))
  if (release !== undefined) filters.push((record) => textAt(record, 'client', 'release') === release)
  if (group !== undefined) {
    const start = group.toLowerCase()
    filters.push((record) => textAt(record, 'error', 'fingerprint')?.startsWith(start) ?? false)
  }
  return (record) => filters.every((fits) => fits(record))
}

function ofUser(user: string, hashEmail: (email: string) => string): Filter {
  if (user.includes('@')) {
    const hash = hashEmail(user)
    return (record) => textAt(record, 'user', 'hash') === hash
  }
  return (record) => idsOfPerson(record).includes(user)
}

/** Ids in client errors, in requests and in refusals. */
const idsOfPerson = (record: LogRecord) => [
  textAt(record, 'user', 'id'),
  textAt(record, 'member'),
  textAt(record, 'actor'),
]

/** Ids in the server's own lines, and in the client error that a failed request led to. */
const requestIdsOf = (record: LogRecord) => [
  textAt(record, 'requestId'),
  textAt(record, 'http', 'request_id'),
]

function withCode(typed: string): Filter {
  const code = normaliseCode(typed)
  if (!code) throw new UsageError(`--code ${typed} is not a code such as 7K3F-92QD.`)
  return (record) =>
    [...requestIdsOf(record), textAt(record, 'event', 'id')].some(
      (id) => id !== undefined && shortCode(id) === code,
    )
}

function spanOf(text: string, now: number) {
  const [start = '', end = '', ...rest] = text.split('..')
  if (rest.length > 0 || !text.includes('..')) {
    throw new UsageError(`--between ${text} is not a start and an end such as 13:55..14:10.`)
  }
  const from = start === '' ? -Infinity : startOf(start, now, '--between')
  const to = end === '' ? Infinity : endOf(end, now, from)
  if (from > to) throw new UsageError(`--between ${text} ends before it starts.`)
  return { from, to }
}

/** A time of day means its latest occurrence in the past. */
function startOf(text: string, now: number, option: string) {
  const clock = clockOn(new Date(now), text)
  if (clock !== undefined) return clock > now ? (clockOn(new Date(now - DAY), text) ?? clock) : clock
  return instantOf(text, now, option)
}

/** A time of day means its first occurrence after the start; a date ends with its day. */
function endOf(text: string, now: number, from: number) {
  const first = new Date(from === -Infinity ? now : from)
  const clock = clockOn(first, text)
  if (clock !== undefined) {
    return clock < from ? (clockOn(new Date(first.getTime() + DAY), text) ?? clock) : clock
  }
  const instant = instantOf(text, now, '--between')
  return DATE.test(text) ? new Date(instant).setHours(24, 0, 0, -1) : instant
}

function clockOn(day: Date, text: string) {
  const [, hours, minutes, seconds = '0'] = CLOCK.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined
  return new Date(day).setHours(Number(hours), Number(minutes), Number(seconds), 0)
}

function instantOf(text: string, now: number, option: string) {
  const [, amount, unit = ''] = AGE.exec(text) ?? []
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0)
  const [, date, time] = INSTANT.exec(text) ?? []
  const instant = Date.parse(DATE.test(text) ? `${text}T00:00` : `${date}T${time}`)
  if (!Number.isNaN(instant)) return instant
  throw new UsageError(
    `${option} ${text} is neither an age such as 30m, nor a time such as 14:05, 2026-03-01 or 2026-03-01T14:05Z.`,
  )
}
