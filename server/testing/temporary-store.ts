import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AnyCollection } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

/** A real store in a folder of its own, which goes when it is closed. */
export function openTemporaryStore(collections: readonly AnyCollection[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-'))
  const store = openSqliteStore({ dataDir, collections, secret: 'a secret that only this test knows' })
  return {
    ...store,
    async close() {
      await store.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
