import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'

import { type AnyCollection, defineCollection, type Store } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

import { newcomer } from './admission.ts'
import { type MemberDocument, members } from './collection.ts'
import { createMemberReadModel } from './read-model.ts'
import { createMemberWriter } from './writer.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const JOINED = '2026-01-01T12:00:00.000Z'

const listed = (id: string, displayName = ''): MemberDocument => ({
  ...newcomer(id, JOINED),
  onboardedAt: JOINED,
  displayName,
})

function openData() {
  const dataDir = mkdtempSync(join(tmpdir(), 'members-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return (collection: AnyCollection = members) => {
    const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [collection] })
    onTestFinished(() => store.close())
    return store
  }
}

function readModelOf(store: Store) {
  const model = createMemberReadModel({
    store,
    clock: () => NOW,
    directoryEntryOf: ({ id, displayName }) => ({ id, key: id, words: [displayName], facets: {} }),
    topics: { put() {}, remove() {}, save() {}, load() {} },
    everyone: { put() {}, remove() {}, save() {}, load() {} },
    publicProfiles: { put() {}, remove() {}, save() {}, load() {} },
    onMember() {},
  })
  return async (text: string) => (await model.directory()).page({ text, limit: 10 }).ids
}

test.each([-60_000, -5_000, -200, 0, 200, 60_000])(
  'members find what a replica writes whose clock is %i ms off, even after a step back',
  async (skew) => {
    const open = openData()
    const find = readModelOf(open())
    const here = createMemberWriter({ store: open(), clock: () => NOW })
    let there = NOW + skew
    const other = createMemberWriter({ store: open(), clock: () => there })

    await here.write(
      'ada',
      (ada) => ({ ...ada, displayName: 'First' }),
      () => listed('ada'),
    )
    expect(await find('first')).toEqual(['ada'])
    await other.write('ada', (ada) => ({ ...ada, displayName: 'Second' }))
    expect(await find('second')).toEqual(['ada'])
    there -= 10 * 60_000
    await other.write('ada', (ada) => ({ ...ada, displayName: 'Third' }))
    expect([await find('third'), await find('second')]).toEqual([['ada'], []])
  },
)

test('members find a member of an earlier version before the migration has run', async () => {
  const open = openData()
  const { changedAt: _, ...properties } = members.schema.properties
  const version1 = defineCollection({ name: 'members', schema: Type.Object(properties) })
  const { changedAt: _at, ...ada } = listed('ada', 'Ada')
  await open(version1).transact(async (tx) => tx.put(version1, { ...ada, version: 1 }))
  expect(await readModelOf(open())('ada')).toEqual(['ada'])
})
