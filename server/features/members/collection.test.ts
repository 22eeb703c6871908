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

test('a member of the first release keeps everything, has no picture and lets no search engine in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'members-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { photo: _, ...visibility } = DEFAULT_VISIBILITY
  const { photo: _photo, searchEngines: _open, changedAt: _at, ...first } = newcomer('ada', JOINED)
  const stored = { ...first, version: 4, displayName: 'Ada', visibility: { ...visibility, phone: 'me' } }
  const firstRelease = defineCollection({ name: 'members', schema: Type.Object({ id: Type.String() }) })
  await openIn(folder, firstRelease).transact(async (tx) => tx.put(firstRelease, stored))

  expect(await openIn(folder, members).get(members, 'ada')).toEqual({
    ...stored,
    photo: '',
    searchEngines: false,
    visibility: { ...visibility, phone: 'me', photo: 'members' },
    changedAt: JOINED,
  })
})
