/**
 * Reads all documents and views of a store that a later release has written: `read-back.ts <file>`. It is run by the
 * code of the earlier release (`make-sample.sh`), which a roll back puts on the same data.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { collections, views } from '#server/collections.ts'
import { allOf } from '#server/store/all-of.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'

const [file = ''] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'sample-'))
writeFileSync(join(dataDir, 'store.sqlite'), brotliDecompressSync(readFileSync(file)))
const store = openSqliteStore({ dataDir, secret: 'sample', collections, views })
await store.views()
for (const collection of collections) {
  const read = await allOf(store, collection, {}).then(({ length }) => `${length}`, String)
  if (read !== '0') console.log(`${collection.name}: ${read}`)
}
await store.close()
process.exit()
