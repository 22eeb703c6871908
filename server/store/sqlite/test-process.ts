/** A separate process for tests, on the same file: `test-process.ts <dataDir> increment <times> | fill <at once>`. */
import { once } from 'node:events'

import { counters, increment, note, notes, putNotes } from '#server/store/contract/fixture.ts'
import { StoreUnavailable } from '#server/store/port.ts'
import { openSqliteStore } from './store.ts'

const [dataDir = '', verb, times] = process.argv.slice(2)
const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes, counters] })
const print = (line: string | number) => process.stdout.write(`${line}\n`)

if (verb === 'increment') await incrementOnSignal(Number(times))
else await fillUntilRefused(Number(times))
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

async function fillUntilRefused(atOnce: number) {
  for (let stored = 0, round = 0; ; round++) {
    const writes = Array.from({ length: atOnce }, (_, at) =>
      putNotes(store, [note(`n${round}-${at}`, { text: 'x'.repeat(50_000) })]),
    )
    const ends = await Promise.allSettled(writes)
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
    stored += atOnce - refusals.length
    if (!refusals.every((error) => error instanceof StoreUnavailable)) throw refusals[0]
    if (refusals[0]) {
      const { items } = await store.find(notes, { limit: 500 })
      print(JSON.stringify({ stored, readable: items.length, message: refusals[0].message }))
      return
    }
  }
}
