import { setTimeout as wait } from 'node:timers/promises'

import type { Store } from '#server/store/port.ts'

import { note, notes } from './fixture.ts'

const random = (below: number) => Math.floor(Math.random() * below)

/**
 * Writes and deletes notes until the process is killed. Writes a line to standard output after every ten.
 * @param prefix of the ids of its notes
 */
export async function writeNotes(store: Pick<Store, 'transact'>, prefix = 'n') {
  for (let written = 0; ; written += 1) {
    const id = `${prefix}${random(30)}`
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
    await wait(random(5))
    if (written % 10 === 9) process.stdout.write(`${written}\n`)
  }
}
