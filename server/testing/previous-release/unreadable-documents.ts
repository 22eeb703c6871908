import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { Compile } from 'typebox/compile'

import type { AnyCollection } from '#server/store/port.ts'
import { DATABASE_FILE } from '#server/store/sqlite.ts'

/** By collection: how many documents a release with these collections could not read, or would refuse to write back. */
export function unreadableDocuments(dataDir: string, collections: readonly AnyCollection[]) {
  const db = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true })
  try {
    const found = collections.map(({ name, schema, schemaVersion }) => {
      const validator = Compile(schema)
      const rows = db.prepare(`SELECT version, body FROM "${name}" WHERE version >= ?`).all(schemaVersion)
      const unreadable = rows.filter(
        ({ version, body }) => Number(version) > schemaVersion || !validator.Check(JSON.parse(String(body))),
      )
      return [name, unreadable.length] as const
    })
    return Object.fromEntries(found.filter(([, count]) => count > 0))
  } finally {
    db.close()
  }
}
