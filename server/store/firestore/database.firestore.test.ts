import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'

import { counters } from '#server/store/contract/fixture.ts'
import { type AnyCollection, defineCollection } from '#server/store/port.ts'

import { openFirestoreStore } from './store.ts'

const ROOT = join(import.meta.dirname, '../../..')
const EMULATOR = `http://${process.env['FIRESTORE_EMULATOR_HOST']}`
/** The header by which the emulator recognises a service account. */
const AS_SERVER = { authorization: 'Bearer owner' }

const tickets = defineCollection({
  name: 'tickets',
  schema: Type.Object({ id: Type.String(), until: Type.String() }),
  expiresAt: ({ until }) => Date.parse(until),
})

function newProject(collections: readonly AnyCollection[] = [counters]) {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  const documents = `${EMULATOR}/v1/projects/${projectId}/databases/(default)/documents`
  return {
    open(databaseId?: string) {
      const store = openFirestoreStore({
        projectId,
        secret: 'a secret of the test',
        collections,
        databaseId,
      })
      onTestFinished(() => store.close())
      return store
    },
    async deploy(rules: string) {
      const body = JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content: rules }] } })
      const url = `${EMULATOR}/emulator/v1/projects/${projectId}:securityRules`
      const { status } = await fetch(url, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(status).toBe(200)
    },
    read: (path: string, headers = {}) => fetch(`${documents}/${path}`, { headers }),
    write: (path: string) =>
      fetch(`${documents}/${path}`, { method: 'PATCH', body: '{"fields":{"count":{"integerValue":9}}}' }),
  }
}

async function deployedRules() {
  const { firestore } = JSON.parse(await readFile(join(ROOT, 'firebase.json'), 'utf8'))
  return readFile(join(ROOT, firestore.rules), 'utf8')
}

test('the security rules refuse browsers and allow the server', async () => {
  const { open, deploy, read, write } = newProject()
  await deploy(await deployedRules())
  const store = open()
  await store.transact(async (tx) => tx.put(counters, { id: 'one', count: 1 }))

  const answers = await Promise.all([
    read('counters/one'),
    read('counters'),
    read('nothing/here'),
    write('counters/one'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await read('counters/one', AS_SERVER)).status).toBe(200)
  expect(await store.get(counters, 'one')).toEqual({ id: 'one', count: 1 })
})

test('the emulator enforces security rules: with others, a browser can write', async () => {
  const { deploy, write } = newProject()
  await deploy((await deployedRules()).replace('if false', 'if true'))
  expect((await write('counters/one')).status).toBe(200)
})

test('databases of one project share no documents', async () => {
  const { open } = newProject()
  const [usual, other] = [open(), open('other')]
  await other.transact(async (tx) => tx.put(counters, { id: 'one', count: 1 }))
  expect(await usual.get(counters, 'one')).toBeUndefined()
  expect(await other.get(counters, 'one')).toEqual({ id: 'one', count: 1 })
})

test('a document that expires is stored with the time of its deletion by Firestore', async () => {
  const { open, read } = newProject([tickets])
  const store = open()
  const ticket = { id: 'one', until: '2027-01-01T00:00:00.000Z' }
  await store.transact(async (tx) => tx.put(tickets, ticket))
  expect(await store.get(tickets, 'one')).toEqual(ticket)
  const { fields } = (await (await read('tickets/one', AS_SERVER)).json()) as {
    fields: Record<string, unknown>
  }
  expect(fields['_expiresAt']).toEqual({ timestampValue: '2027-01-01T00:00:00Z' })
})
