/** `node server/tasks/generators/firestore-indexes.ts` generates `firestore.indexes.json` from the collections. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { collections } from '#server/collections.ts'
import { firestoreIndexes } from '#server/store/firestore/indexes.ts'

export const INDEX_FILE = join(import.meta.dirname, '../../../firestore.indexes.json')

export const indexFileContent = () => `${JSON.stringify(firestoreIndexes(collections), null, 2)}\n`

if (import.meta.main) await writeFile(INDEX_FILE, indexFileContent())
