import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

import { Type } from 'typebox'
import { afterEach, expect, test } from 'vitest'

import { collections } from '#server/collections.ts'
import { exported } from '#server/modules/account-data-part.ts'
import { connectionNotes } from '#server/modules/people/notes/collection.ts'
import { images } from '#server/modules/people/images/collection.ts'
import { ORIGIN, startTestApp, type TestApp } from '#server/testing/app.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

type Find = ReturnType<typeof openTemporaryStore>['find']

let close: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const each of close.toReversed()) await each()
  close = []
})

/** The application with a member who has pictures and notes, on a store whose `find` first does something else. */
async function withMember(beforeFind: (collection: Parameters<Find>[0]) => void, pictures = 1) {
  const store = openTemporaryStore(collections)
  const find: Find = async (collection, query) => {
    beforeFind(collection)
    return store.find(collection, query)
  }
  const running = await startTestApp({ store: { ...store, find } })
  close = [store.close, running.close]
  const person = await running.member()
  for (let index = 0; index < pictures; index += 1) {
    const id = String(index).padStart(64, '0')
    const bytes = 'A'.repeat(100_000)
    await store.transact(async (tx) =>
      tx.put(images, { id, bytes, width: 1, height: 1, usedBy: ['event:some'], uploadedBy: person.uid }),
    )
  }
  return { running, person }
}

/** Streams the answer: `inject` would wait for all of it. */
async function ask(running: TestApp, { cookie }: { cookie: string }) {
  await running.app.listen({ host: '127.0.0.1', port: 0 })
  const port = portOf(running.app.server)
  const headers = { host: new URL(ORIGIN).host, origin: ORIGIN, 'x-csrf': '1', cookie }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request({ port, method: 'POST', path: '/api/account/export', headers }, resolve).on('error', reject).end()
  return promise
}

test('an export that fails midway is cut off and is not valid JSON', async () => {
  const { running, person } = await withMember((collection) => {
    if (collection === connectionNotes) throw new Error('The disk is gone.')
  })
  const answer = await ask(running, person)
  expect(answer.statusCode).toBe(200)
  await expect(text(answer)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('an export is streamed and reads only a few pictures at a time', async () => {
  let reads = 0
  const all = 300
  const { running, person } = await withMember(
    (collection) => void (reads += Number(collection === images)),
    all,
  )
  const answer = await ask(running, person)
  let whileWaiting = 0
  const goesOn = () => whileWaiting < (whileWaiting = reads)
  await expect.poll(goesOn, { interval: 300 }).toBe(false)
  expect(JSON.parse(await text(answer))).toHaveProperty('images.length', all)
  expect(whileWaiting).toBeLessThan(reads / 2)
})

test('an export leaves out what the schema of a part does not list', async () => {
  const { running, person } = await withMember(() => {})
  const letter = { to: 'Grace', text: 'Dear Grace' }
  const forget = 'Not tested here.'
  const LetterSchema = Type.Object({ text: Type.String() })
  running.services.accounts.accountData.register([
    exported(
      { name: 'letter', collections: [], schema: LetterSchema },
      { exportOf: async () => letter, forget },
    ),
    exported(
      { name: 'letters', collections: [], schema: Type.Array(LetterSchema) },
      {
        async *exportOf() {
          yield letter
        },
        forget,
      },
    ),
  ])
  const data = (await person.call('POST', '/api/account/export')).json<Record<string, unknown>>()
  expect([data['letter'], data['letters']]).toEqual([{ text: 'Dear Grace' }, [{ text: 'Dear Grace' }]])
})
