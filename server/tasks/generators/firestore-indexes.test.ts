import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { INDEX_FILE, indexFileContent } from './firestore-indexes.ts'

test('firestore.indexes.json matches the collections', async () => {
  const written = await readFile(INDEX_FILE, 'utf8')
  expect(written, 'It is stale: run node server/tasks/generators/firestore-indexes.ts').toBe(
    indexFileContent(),
  )
})
