/** A separate process for tests, on the same file: `test-process.ts <dataDir> increment <times> | fill`. */
import { once } from 'node:events'

import { counters, increment, note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { StoreUnavailable } from '#server/store/port.ts'
import { openSqliteStore } from './store.ts'

const [dataDir = '', verb, times] = process.argv.slice(2)
const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes, counters] })
const print = (line: string | number) => process.stdout.write(`${line}\n`)

if (verb === 'increment') await incrementOnSignal(Number(times))
else await fillUntilRefused()
await store.close()
process.exit()

async function incrementOnSignal(most: number) {
  print('ready')
  await once(process.stdin, 'data')
  for (let done = 1; done <= most; done++) {
    await increment(store, 'shared')
    print(done)
  }
}

async function fillUntilRefused() {
  for (let stored = 0; ; stored++) {
    try {
      await putNotes(store, [note(`n${stored}`, { text: 'x'.repeat(50_000) })])
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      const { items } = await store.find(notes, { limit: 500 })
      print(JSON.stringify({ stored, readable: items.length, message: error.message }))
      return
    }
  }
}
