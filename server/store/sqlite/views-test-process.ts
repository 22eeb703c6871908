/** Writes and deletes notes until it is killed, with their views: `views-test-process.ts <dataDir>`. */
import { notes } from '#server/store/contract/fixture.ts'
import { noteViews } from '#server/store/contract/views.ts'
import { writeNotes } from '#server/store/contract/note-writes.ts'
import { openSqliteStore } from './store.ts'

const [dataDir = ''] = process.argv.slice(2)
const secret = 'a secret of the test'
await writeNotes(openSqliteStore({ dataDir, secret, collections: [notes], views: noteViews }))
