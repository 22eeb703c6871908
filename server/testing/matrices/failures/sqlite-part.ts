import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { SECOND } from '#shared/lib/durations.ts'
import { note, notes } from '#server/store/contract/fixture.ts'
import { StoreUnavailable } from '#server/store/port.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite/store.ts'

import type { StartPart } from './part.ts'

/** A store in a file that another program locks. Callers read and write. */
export const sqlitePart: StartPart = async (mode) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'locked-'))
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes] })
  const other = new DatabaseSync(join(dataDir, DATABASE_FILE))
  let notesSaved = 0
  let timer: NodeJS.Timeout | undefined

  function recover() {
    clearTimeout(timer)
    if (other.isTransaction) other.exec('ROLLBACK')
  }

  async function save() {
    const id = `note-${(notesSaved += 1)}`
    await store.get(notes, id)
    try {
      await store.transact(async (tx) => tx.put(notes, note(id)))
      return 'saved'
    } catch (error) {
      return error instanceof StoreUnavailable ? 'outage' : String(error)
    }
  }

  return {
    well: 'saved',
    fail() {
      other.exec('BEGIN IMMEDIATE')
      if (mode === 'slow by 4 s') timer = setTimeout(recover, 4 * SECOND)
    },
    recover,
    use: (callers) => Promise.all(Array.from({ length: callers }, save)),
    calls: () => 0,
    logged: () => [],
    async close() {
      other.close()
      await store.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
