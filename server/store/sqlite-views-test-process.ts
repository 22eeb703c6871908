/** Writes and deletes notes until it is killed, with their views: `sqlite-views-test-process.ts <dataDir>`. */
import { setTimeout as sleep } from 'node:timers/promises'

import { note, notes } from './contract-fixture.ts'
import { noteViews } from './contract-views.ts'
import { openSqliteStore } from './sqlite.ts'

const [dataDir = ''] = process.argv.slice(2)
const store = openSqliteStore({
  dataDir,
  secret: 'a secret of the test',
  collections: [notes],
  views: noteViews,
})
const random = (below: number) => Math.floor(Math.random() * below)

for (let written = 0; ; written += 1) {
  const id = `n${random(30)}`
  await store.transact(async (tx) => {
    if (random(3) === 0) tx.delete(notes, id)
    else
      tx.put(
        notes,
        note(id, {
          title: `title ${random(5)} of ${random(5)}`,
          tags: ['x', 'y', 'z'].slice(random(3)),
          shelf: random(4) === 0 ? 'blue' : 'red',
        }),
      )
  })
  // Leaves the lock to the other process for a moment.
  await sleep(random(5))
  if (written % 10 === 9) process.stdout.write(`${written}\n`)
}
