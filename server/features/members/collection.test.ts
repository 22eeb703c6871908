import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Type } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'

import { DEFAULT_VISIBILITY } from '#shared/profile.ts'
import { type AnyCollection, defineCollection } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

import { newcomer } from './admission.ts'
import { members } from './collection.ts'

const JOINED = '2026-01-01T00:00:00.000Z'

function openIn(dataDir: string, collection: AnyCollection) {
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [collection] })
  onTestFinished(() => store.close())
  return store
}

/** As an older version was stored. */
async function stored(document: object, schemaVersion: number) {
  const folder = mkdtempSync(join(tmpdir(), 'members-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const older = defineCollection({
    name: 'members',
    schema: Type.Object({ id: Type.String() }),
    schemaVersion,
  })
  await openIn(folder, older).transact(async (tx) => tx.put(older, { id: 'ada', ...document }))
  return openIn(folder, members).get(members, 'ada')
}

const { photo: _photo, timeZone: _zone, ...visibility } = DEFAULT_VISIBILITY
const kept = { version: 4, displayName: 'Ada', visibility: { ...visibility, phone: 'me' } } as const

test('a member of version 1 keeps every field, has no photo and is hidden from search engines', async () => {
  const { photo: _, searchEngines: _open, changedAt: _at, ...first } = newcomer('ada', JOINED)
  expect(await stored({ ...first, ...kept }, 1)).toEqual({
    ...first,
    ...kept,
    photo: '',
    searchEngines: false,
    visibility: { ...kept.visibility, photo: 'members', timeZone: 'members' },
    changedAt: JOINED,
  })
})

test('a member of version 2 shows their time zone to members and keeps every other visibility', async () => {
  const second = {
    ...newcomer('ada', JOINED),
    ...kept,
    photo: 'a'.repeat(64),
    searchEngines: true,
    changedAt: '2026-02-01T00:00:00.000Z',
    visibility: { ...kept.visibility, photo: 'public' },
  }
  expect(await stored(second, 2)).toEqual({
    ...second,
    visibility: { ...second.visibility, timeZone: 'members' },
  })
})
