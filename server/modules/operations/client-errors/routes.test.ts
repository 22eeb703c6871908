import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'
import {
  type ClientErrorFixture,
  createClientErrorFixture,
} from '#server/testing/fixtures/client-errors/client-error-fixture.ts'

let fixture: ClientErrorFixture
beforeEach(async () => {
  fixture = await createClientErrorFixture()
})
afterEach(() => fixture.close())

describe('a batch', () => {
  test('a batch is written as one line per entry, with our own keys only', async () => {
    const requestId = '8d3ac5c2-6a0b-4f6e-9d0b-5e0443dff12a'
    const entry = clientErrorEntry({
      requestId,
      componentStack: '\n    at EventList',
      lastAt: '2026-03-01T12:00:02.000Z',
      count: 3,
    })
    const { status, body } = await fixture.send(clientErrorBatch([entry]))
    expect([status, body]).toEqual([200, { accepted: 1, duplicate: 0, rejected: [] }])
    expect(fixture.entries()).toEqual([
      {
        level: 'error',
        time: expect.any(Number),
        msg: 'client error',
        event: { name: 'client.error', id: entry.id, short_code: '0H1X-ZW9A' },
        exception: {
          type: 'TypeError',
          message: entry.message,
          stacktrace: entry.stack,
          symbolicated: false,
        },
        error: { fingerprint: expect.stringMatching(/^[\da-f]{16}$/), fp_version: 4 },
        client: {
          type: 'error',
          release: '1.4.0',
          build: '0123456789abcdef',
          tab_id: 'tab-1',
          timestamp: entry.timestamp,
          last_at: entry.lastAt,
          skew_ms: -1000,
          count: 3,
          network: expect.stringMatching(/^[\da-f]{16}$/),
          component_stack: '\n    at EventList',
          metadata_json: '{"name":"TypeError","online":true}',
        },
        url: { path: '/events' },
        user_agent: entry.userAgent,
        user: { hash: expect.any(String) },
        http: { request_id: requestId },
      },
    ])
  })

  test('a batch can come from a beacon, as text', async () => {
    const answer = await fixture.send(clientErrorBatch([clientErrorEntry()]), {
      contentType: 'text/plain;charset=UTF-8',
    })
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } })
  })

  test('a batch reports the number of entries dropped before it', async () => {
    await fixture.send(clientErrorBatch([clientErrorEntry()], { dropped: 7, droppedBy: { refused: 7 } }))
    expect(fixture.lines().join('')).toContain('"dropped":7,"dropped_by":{"refused":7}')
  })

  test('a refused batch reports no losses and no noise, because the browser sends them again', async () => {
    const batch = clientErrorBatch([clientErrorEntry()], { dropped: 7, noise: { layout: 3 } })
    fixture.sink.refuse = new Error('The disk is full.')
    expect(await fixture.send(batch)).not.toMatchObject({ status: 200 })
    delete fixture.sink.refuse
    expect(await fixture.send(batch)).toMatchObject({ status: 200 })
    const reports = fixture.lines().filter((line) => line.includes('in the browser'))
    expect(reports).toEqual([expect.stringContaining('"dropped":7'), expect.stringContaining('"layout":3')])
  })

  test('a loss is reported as at most 10,000 per reason, and a higher number does not reject the batch', async () => {
    const droppedBy = { full_outbox: 10_000, refused: 10_001, failed: 3 }
    const counts = { dropped: 1e300, droppedBy, noise: { layout: Number.MAX_SAFE_INTEGER } }
    const answer = await fixture.send(clientErrorBatch([clientErrorEntry()], counts))
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } })
    const lines = fixture.lines().join('')
    expect(lines).toContain('"dropped":10000,"dropped_by":{"full_outbox":10000,"refused":10000,"failed":3}')
    expect(lines).toContain('"noise":{"layout":10000}')
  })

  test('a batch reports noise separately from losses', async () => {
    await fixture.send(clientErrorBatch([clientErrorEntry()], { noise: { layout: 3 } }))
    expect(fixture.lines().join('')).toContain('"noise":{"layout":3}')
    expect(fixture.lines().join('')).not.toContain('lost in the browser')
  })

  test('control characters are removed from the tab, release and build of a batch', async () => {
    const hostile = '\u202e<b>\u001b[2J\r\n1'
    const names = { tabId: hostile, release: hostile, build: hostile }
    await fixture.send(clientErrorBatch([clientErrorEntry()], { ...names, dropped: 1, noise: { layout: 1 } }))
    const clean = '<b>[2J1'
    expect(fixture.entries()[0]?.client).toMatchObject({ tab_id: clean, release: clean, build: clean })
    expect(fixture.lines().join('')).not.toMatch(/\\[ru]/)
  })

  test('a batch with an unknown key is accepted, and the key is not written', async () => {
    const answer = await fixture.send({ ...clientErrorBatch([clientErrorEntry()]), level: 60, msg: 'forged' })
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } })
    expect(fixture.lines().join('')).not.toContain('forged')
  })

  test.each<[string, number, unknown]>([
    ['of broken JSON', 400, '{"v":1'],
    ['of broken UTF-8', 400, Buffer.from([0x7b, 0xff, 0x7d])],
    ['that is no object', 400, '[]'],
    ['of another version', 400, { ...clientErrorBatch([clientErrorEntry()]), v: 2 }],
    ['without entries', 400, clientErrorBatch([])],
    ['of 51 entries', 400, clientErrorBatch(Array.from({ length: 51 }, () => 1))],
    [
      'with counts by no proper reason',
      400,
      clientErrorBatch([clientErrorEntry()], { noise: { 'a\nb': 1 } }),
    ],
    ['nested without end', 400, '['.repeat(50_000)],
    ['over 60,000 bytes', 413, clientErrorBatch([clientErrorEntry({ message: 'é'.repeat(30_000) })])],
    ['over 256 KiB', 413, clientErrorBatch([clientErrorEntry({ message: 'x'.repeat(300_000) })])],
  ])('%s is answered %i', async (_, status, body) => {
    expect(await fixture.send(body)).toMatchObject({ status, body: { status } })
    expect(fixture.entries()).toEqual([])
  })

  test('a batch of exactly 60,000 bytes is accepted', async () => {
    const empty = JSON.stringify(clientErrorBatch([clientErrorEntry({ metadata: { filler: '' } })]))
    const body = empty.replace('"filler":""', `"filler":"${'x'.repeat(60_000 - empty.length)}"`)
    expect(body.length).toBe(60_000)
    expect(await fixture.send(body)).toMatchObject({ status: 200 })
  })

  test('a batch of another content type is refused', async () => {
    expect(await fixture.send('<a/>', { contentType: 'application/xml' })).toMatchObject({ status: 415 })
  })
})

describe('an invalid entry does not affect the others', () => {
  const id = randomUUID()
  const withId = (fields: object) => JSON.stringify({ ...clientErrorEntry({ id }), ...fields })
  const poisoned = (metadata: string) => withId({}).replace('{"name":"TypeError","online":true}', metadata)

  test.each<[code: string, entry: string]>([
    ['not_an_object', 'null'],
    ['not_an_object', '[]'],
    ['not_an_object', '"x"'],
    ['invalid_id', '{}'],
    ['invalid_id', '{"id":"1"}'],
    ['invalid_id', `{"id":["${id}"]}`],
    ['invalid_type', withId({ type: 'a\nb' })],
    ['invalid_message', withId({ message: 1 })],
    ['invalid_message', withId({ message: undefined })],
    ['invalid_stack', withId({ stack: {} })],
    ['invalid_component_stack', withId({ componentStack: null })],
    ['invalid_timestamp', withId({ timestamp: 'yesterday' })],
    ['invalid_timestamp', withId({ timestamp: '2026-13-45T00:00:00Z' })],
    ['invalid_user_agent', withId({ userAgent: undefined })],
    ['invalid_url', withId({ url: 7 })],
    ['invalid_metadata', withId({ metadata: [] })],
    ['invalid_user_id', withId({ userId: false })],
    ['invalid_count', withId({ count: 0 })],
    ['invalid_count', withId({ count: 1.5 })],
    ['invalid_last_at', withId({ lastAt: '' })],
    ['invalid_request_id', withId({ requestId: 1 })],
    ['poisoned_key', poisoned('{"__proto__":{"admin":true}}')],
    ['poisoned_key', poisoned('{"\\u005f_proto__":1}')],
    ['poisoned_key', poisoned('{"a":[{"constructor":{"prototype":{"admin":true}}}]}')],
    ['poisoned_key', withId({}).replace('{', '{"__proto__":{"message":"x"},')],
    ['poisoned_key', poisoned(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`)],
  ])('an invalid entry does not affect the others: %s: %s', async (code, bad) => {
    const good = [clientErrorEntry(), clientErrorEntry()]
    const body = JSON.stringify(clientErrorBatch([good[0], 'BAD', good[1]])).replace('"BAD"', () => bad)
    const { status, body: receipt } = await fixture.send(body)
    expect(status).toBe(200)
    expect(receipt).toMatchObject({ accepted: 2, duplicate: 0, rejected: [{ index: 1, code }] })
    expect(fixture.entries().map(({ event }) => event?.id)).toEqual(good.map((entry) => entry.id))
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('an entry with an unknown key is accepted, and the key is not written', async () => {
    const [line] = await fixture.write({ level: 60, msg: 'forged', pid: 1 } as object)
    expect(line).toMatchObject({ level: 'error', msg: 'client error' })
    expect(JSON.stringify(line)).not.toContain('forged')
  })
})

test('a full log refuses a batch before its body is read', async () => {
  fixture.sink.full = true
  expect(await fixture.send(clientErrorBatch([clientErrorEntry()]))).toMatchObject({
    status: 503,
    body: { code: 'log_stalled' },
    headers: { 'retry-after': '5' },
  })
})
