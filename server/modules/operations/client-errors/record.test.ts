import { createHmac, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { CLIENT_ERROR_SECRET } from '#server/testing/fixtures/client-errors/client-error-app.ts'
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

describe('limits and secrets', () => {
  test('an entry represents at most 10,000 repeats', async () => {
    const lines = await fixture.write({ count: 10_000 }, { count: Number.MAX_SAFE_INTEGER })
    expect(lines.map(({ client }) => client['count'])).toEqual([10_000, 10_000])
  })

  test('long texts are cut, never inside a character', async () => {
    const [line] = await fixture.write({
      message: `${'x'.repeat(2047)}😀`,
      userAgent: '😀'.repeat(400),
      componentStack: 'c'.repeat(5000),
      metadata: { long: '"'.repeat(9000) },
    })
    expect(line?.exception.message).toBe('x'.repeat(2047))
    expect(fixture.lines()[0]).not.toMatch(/\\ud[89a-f]/i)
    expect(line?.client['component_stack']).toHaveLength(2048)
    const metadata = String(line?.client['metadata_json'])
    expect(JSON.parse(metadata)).toHaveProperty('cut')
    expect(Buffer.byteLength(metadata)).toBeLessThanOrEqual(2048)
  })

  test.each(['x', '"', '\u0001', '\u007f', '\u202e', '\u{e0001}', '😀', '\\'])(
    'a record whose fields are full of %j is a single line of at most 15 KiB',
    async (character) => {
      const sentBytes = Buffer.byteLength(JSON.stringify(character)) - 2
      const share = Math.min(1, 3.4 / sentBytes)
      const filled = (length: number) => character.repeat((length * share) / character.length)
      await fixture.write({
        message: filled(2048),
        stack: filled(8192),
        componentStack: filled(2048),
        userAgent: filled(512),
        url: `https://a.example/${filled(1024)}`,
        metadata: { long: filled(2000) },
        requestId: filled(64),
      })
      const [text = ''] = fixture.lines()
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(15 * 1024)
      expect(JSON.parse(text)).toMatchObject({ event: { name: 'client.error' } })
    },
  )

  test('an entry cannot forge a log line', async () => {
    const attack = 'x\n{"level":"fatal"}\r\u001b[2J\u202e\u2028\u0085\u200b\u0000'
    await fixture.write({
      message: attack,
      stack: attack,
      userAgent: attack,
      url: `/${attack}`,
      metadata: { [attack]: attack },
      requestId: attack,
    })
    const [text = '', request, ...more] = fixture.lines()
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(JSON.parse(text)).toMatchObject({
      level: 'error',
      exception: { message: 'x\n{"level":"fatal"}[2J' },
    })
    expect(JSON.parse(request ?? '')).toMatchObject({ msg: 'request' })
    expect(more).toEqual([])
  })

  test('secrets are removed from every field', async () => {
    const secret = 'hunter2hunter2'
    const text = `token=${secret} for ada@example.org, Bearer ${secret}`
    await fixture.write({
      message: text,
      stack: text,
      componentStack: text,
      userAgent: text,
      url: `https://u:${secret}@a.example/members/ada%40example.org?code=${secret}#${secret}`,
      metadata: { password: secret, 'api-key': secret, deep: [{ Authorization: secret }], text },
      requestId: text,
    })
    const [line = ''] = fixture.lines()
    expect(line).not.toContain(secret)
    expect(line).not.toMatch(/ada(@|%40)example/)
    expect(JSON.parse(line)).toMatchObject({ url: { path: '/members/[redacted]' } })
  })
})

describe('the user of a record', () => {
  const hash = createHmac('sha256', CLIENT_ERROR_SECRET)
    .update('client-error-user:ada@example.org')
    .digest('hex')

  test('the user of a record is a keyed hash of the claimed email, with the verified user id beside it', async () => {
    fixture.verifyUserId = async () => 'uid-1'
    const [line] = await fixture.write({ userId: ' Ada@Example.org ' })
    expect(line?.user).toEqual({ id: 'uid-1', hash })
  })

  test('the user of a record is missing while signed out', async () => {
    const body = clientErrorBatch([{ ...clientErrorEntry(), userId: undefined }])
    expect(await fixture.send(body)).toMatchObject({ status: 200 })
    expect(fixture.entries()[0]?.user).toEqual({})
  })

  test.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new Error('The identity provider is down.'))],
    ['hangs', () => new Promise(() => {})],
  ])('the user of a record is missing when the check of the session %s', async (_, check) => {
    fixture.verifyUserId = check
    const [line] = await fixture.write({})
    expect(line?.user).toEqual({ hash })
  })
})

const fingerprints = async (...differences: Parameters<ClientErrorFixture['write']>) =>
  (await fixture.write(...differences)).map(({ error }) => error.fingerprint)

describe('the fingerprint', () => {
  test('the fingerprint is the same for messages that differ in their variables', async () => {
    const stack = 'Error: no map for this'
    const [first, ...others] = await fingerprints(
      { stack, message: 'Member 17 of https://a.example/x is gone after 3 s' },
      { stack, message: 'Member 4 of https://b.example/y?z is gone after 29 s' },
    )
    expect(others).toEqual([first])
    const ids = await fingerprints(
      { stack, message: `No event ${randomUUID()}` },
      // Some of its digits could be those of a card.
      { stack, message: 'No event d4b5c2b1-9613-4177-9111-62de82e42696' },
    )
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(first)
  })

  test('the fingerprint distinguishes error types, however the browser reports the type', async () => {
    const message = 'no'
    const metadata = {}
    const [header, named, caught, other] = await fingerprints(
      { message, metadata, stack: 'RangeError: no' },
      { message, metadata: { name: 'RangeError' }, stack: 'f@https://a.example/a.js:1:1' },
      { message, metadata, stack: 'TypeError: no' },
      { message, metadata, stack: '' },
    )
    expect(named).toBe(header)
    expect(new Set([header, caught, other]).size).toBe(3)
  })
})
