/** Writes and deletes notes until it is killed: `views-test-process.ts <projectId> <viewsDir> <prefix of ids>`. */
import { notes } from '#server/store/contract/fixture.ts'
import { noteViews } from '#server/store/contract/views.ts'
import { writeNotes } from '#server/store/contract/note-writes.ts'

import { openFirestoreStore } from './store.ts'

const [projectId = '', viewsDir = '', prefix = ''] = process.argv.slice(2)
const store = openFirestoreStore({
  projectId,
  viewsDir,
  secret: 'a secret of the test',
  collections: [notes],
  views: noteViews,
})
// The feeds listen again where the emulator sends nothing more.
for (let isReady = false; !isReady;)
  isReady = await store.views().then(
    () => true,
    () => false,
  )
await writeNotes(store, prefix)
