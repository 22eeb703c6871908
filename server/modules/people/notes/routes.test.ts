import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { Dashboard } from '#shared/dashboard/schema.ts'
import type { PrivateNote, Relationship } from '#shared/people/connections.ts'
import { DAY } from '#shared/lib/durations.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
let ada: Person
let grace: Person
let connectionId: string

const running = await startTestApp()
afterAll(() => running.close())

beforeEach(async () => {
  ada = await running.member()
  grace = await running.member()
  await ada.call('POST', '/api/connections', { body: { memberId: grace.uid, note: '' } })
  const answer = await grace.call('POST', '/api/connections', { body: { memberId: ada.uid, note: '' } })
  connectionId = answer.json<Relationship>().connectionId ?? ''
})

const read = async (person: Person) =>
  (await person.call('GET', `/api/connections/${connectionId}/note`)).json<PrivateNote>()
const write = (person: Person, version: number, body: unknown) =>
  person.call('PUT', `/api/connections/${connectionId}/note`, {
    body,
    headers: { 'if-match': `"${version}"` },
  })
const reminded = async (person: Person) =>
  (await person.call('GET', '/api/dashboard')).json<Dashboard>().reminders

describe('a private note', () => {
  test('a private note is empty until written, and then visible only to its owner', async () => {
    expect(await read(ada)).toEqual({ text: '', version: 0 })
    const answer = await write(ada, 0, { text: 'Knows printers', getInTouchOn: '2031-02-28' })
    expect(answer.json()).toEqual({ text: 'Knows printers', getInTouchOn: '2031-02-28', version: 1 })
    expect(await read(ada)).toEqual(answer.json())
    expect(await read(grace)).toEqual({ text: '', version: 0 })
  })

  test('a private note does not overwrite a newer version, and is saved once when sent twice', async () => {
    await write(ada, 0, { text: 'Phone' })
    expect((await write(ada, 0, { text: 'Phone' })).json()).toEqual({ text: 'Phone', version: 1 })
    const late = await write(ada, 0, { text: 'Laptop' })
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([412, 'stale_version'])
    expect((await write(ada, 1, { text: '' })).json()).toEqual({ text: '', version: 2 })
  })

  test('a private note is saved from only one of two devices that write at once', async () => {
    const answers = await Promise.all([write(ada, 0, { text: 'Phone' }), write(ada, 0, { text: 'Laptop' })])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 412]))
  })

  test.for<[string, unknown]>([
    ['text', { text: 'x'.repeat(4001) }],
    ['getInTouchOn', { text: '', getInTouchOn: '2031-02-30' }],
    ['getInTouchOn', { text: '', getInTouchOn: 'tomorrow' }],
    ['shared', { text: '', shared: true }],
  ])('a private note is refused with the invalid field: %s', async ([field, body]) => {
    const answer = await write(ada, 0, body)
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([400, [field]])
  })

  test('a private note is accepted at its limit in characters of four bytes', async () => {
    expect((await write(ada, 0, { text: '🪴'.repeat(4000) })).statusCode).toBe(200)
  })

  test('a private note is stored as typed, except for lone surrogates', async () => {
    const answer = await write(ada, 0, { text: ' Printers\ud83d\n\n' })
    expect(answer.json()).toEqual({ text: ' Printers\ufffd\n\n', version: 1 })
    expect((await write(ada, 0, { text: ' Printers\ud83d\n\n' })).json()).toEqual(answer.json())
  })

  test('a private note is unavailable while the two are not connected, and available again once they are', async () => {
    await write(ada, 0, { text: 'Knows printers', getInTouchOn: '2020-01-01' })
    expect(await reminded(ada)).toMatchObject([{ connectionId, member: { id: grace.uid } }])
    await grace.call('POST', `/api/connections/${connectionId}/remove`)
    const gone = await ada.call('GET', `/api/connections/${connectionId}/note`)
    expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([404, 'connection_not_found'])
    expect(await reminded(ada)).toEqual([])
    await grace.call('POST', `/api/connections/${connectionId}/undo`)
    expect(await read(ada)).toMatchObject({ text: 'Knows printers' })
  })

  test('a reminder is due from its date, and the longest overdue comes first', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const tomorrow = new Date(Date.now() + DAY).toISOString().slice(0, 10)
    await write(ada, 0, { text: '', getInTouchOn: tomorrow })
    expect(await reminded(ada)).toEqual([])
    await write(ada, 1, { text: '', getInTouchOn: today })
    expect(await reminded(ada)).toMatchObject([{ getInTouchOn: today, connectionId }])
    expect(await reminded(grace)).toEqual([])
  })
})
