import { expect, test } from 'vitest'

import { shortCode } from '#shared/lib/short-code.ts'

import { createFilter, type FilterOptions, UsageError } from './filters.ts'

/** The date is in this machine's zone, like times of day. */
const NOW = new Date(2026, 2, 1, 14, 30).getTime()
const REQUEST = '8d3ac5c2-6a0b-4f6e-9d0b-5e0443dff12a'
const ENTRY = '11111111-2222-4333-8444-55556666aaaa'

const filter = (options: FilterOptions) => createFilter(options, { now: NOW, hashEmail: () => 'hash' })
const fitsAt = (options: FilterOptions, ...time: [number, number, number, number, number]) =>
  filter(options)({ level: 'info', time: new Date(...time).getTime() })

test.each<[FilterOptions, out: [number, number], shown: [number, number]]>([
  [{ since: '30m' }, [13, 59], [14, 0]],
  [{ since: '14:00' }, [13, 59], [14, 0]],
  [{ since: '2026-03-01T14:00' }, [13, 59], [14, 0]],
  [{ since: '2026-03-01 14:00:00' }, [13, 59], [14, 0]],
  [{ between: '14:00..14:10' }, [13, 59], [14, 10]],
  [{ between: '14:00..14:10' }, [14, 11], [14, 0]],
  [{ between: '2026-03-01 14:00..14:10' }, [14, 11], [14, 10]],
  [{ between: '1h..20m' }, [13, 29], [14, 10]],
  [{ between: '..14:10' }, [14, 11], [9, 0]],
  [{ between: '14:10..' }, [14, 9], [14, 10]],
  [{ since: '13:00', between: '..14:10' }, [12, 59], [13, 0]],
])('the filter %j leaves out %j and shows %j of the same day', (options, out, shown) => {
  expect(fitsAt(options, 2026, 2, 1, ...out)).toBe(false)
  expect(fitsAt(options, 2026, 2, 1, ...shown)).toBe(true)
})

test('a time of day in the future means yesterday, and a span may cross midnight', () => {
  expect(fitsAt({ since: '15:00' }, 2026, 1, 28, 15, 0)).toBe(true)
  expect(fitsAt({ between: '23:50..00:10' }, 2026, 1, 28, 23, 55)).toBe(true)
  expect(fitsAt({ between: '23:50..00:10' }, 2026, 2, 1, 0, 5)).toBe(true)
  expect(fitsAt({ between: '23:50..00:10' }, 2026, 2, 1, 0, 15)).toBe(false)
})

test('a date in a filter means the whole day', () => {
  const options = { between: '2026-02-27..2026-02-28' }
  expect(fitsAt(options, 2026, 1, 27, 0, 0)).toBe(true)
  expect(fitsAt(options, 2026, 1, 28, 23, 59)).toBe(true)
  expect(fitsAt(options, 2026, 2, 1, 0, 0)).toBe(false)
})

test.each<FilterOptions>([
  { since: 'soon' },
  { since: '25:00' },
  { since: '2026-13-01' },
  { since: '' },
  { between: '14:00' },
  { between: '14:00..14:10..14:20' },
  { between: '2026-03-01..2026-02-01' },
  { code: '7K3F' },
  { code: '' },
])('the invalid filter %j is a usage error', (options) => {
  expect(() => filter(options)).toThrow(UsageError)
})

const failedRequest = { level: 'warn', time: NOW, requestId: REQUEST, status: 500 }
const ofTheRequest = {
  level: 'error',
  time: NOW,
  event: { name: 'client.error', id: ENTRY },
  http: { request_id: REQUEST },
  error: { fingerprint: '3f2a91c05d7e8b64' },
  client: { release: '1.4.0' },
  user: { id: 'uid-1', hash: 'hash' },
}
const refusal = {
  level: 'warn',
  time: NOW,
  action: 'session.denied',
  actor: 'uid-1',
  reason: 'role_required',
}
const other = {
  level: 'info',
  time: NOW,
  requestId: ENTRY.replace('1', '7').replace('aaaa', 'bbbb'),
  user: null,
}

test.each<[FilterOptions, number[]]>([
  [{ request: REQUEST }, [0, 1]],
  [{ request: REQUEST.toUpperCase() }, [0, 1]],
  [{ code: shortCode(REQUEST).toLowerCase().replace('-', ' ') }, [0, 1]],
  [{ code: shortCode(ENTRY) }, [1]],
  [{ group: '3f2a91' }, [1]],
  [{ group: '3F2A91' }, [1]],
  [{ release: '1.4.0' }, [1]],
  [{ release: '1.4' }, []],
  [{ user: 'ada@example.org' }, [1]],
  [{ user: 'uid-1' }, [1, 2]],
  [{ request: REQUEST, release: '1.4.0' }, [1]],
  [{}, [0, 1, 2, 3]],
])('the filter %j shows the lines %j', (options, shown) => {
  const fits = filter(options)
  expect(
    [failedRequest, ofTheRequest, refusal, other].flatMap((line, index) => (fits(line) ? [index] : [])),
  ).toEqual(shown)
})
