import { DatabaseSync } from 'node:sqlite'

import { expect, test } from 'vitest'

import { members } from '#server/modules/people/members/collection.ts'

import { completions, createTables } from './tables.ts'
import { defineView } from './view.ts'

const ROWS = 20_000
const RUNS = 20

test('the first of thousands of words with the same beginning is found without reading all', () => {
  using db = new DatabaseSync(':memory:')
  const view = defineView({
    of: members,
    name: 'thing',
    columns: {},
    texts: { thingText: ['words'] },
    rowsOf: () => undefined,
  })
  createTables(db, view)
  const insert = db.prepare('INSERT INTO thingText (rowid, words) VALUES (?, ?)')
  db.exec('BEGIN')
  for (let number = 1; number <= ROWS; number++) insert.all(number, `frankfurt${number}`)
  db.exec('COMMIT')
  for (const statement of completions(view)) db.exec(statement)

  const search = db.prepare('SELECT rowid FROM thingText WHERE thingText MATCH ? LIMIT 1')
  const timeOf = (match: string) => {
    let least = Infinity
    for (let run = 0; run < RUNS; run++) {
      const startedAt = performance.now()
      expect(search.all(match)).toHaveLength(1)
      least = Math.min(least, performance.now() - startedAt)
    }
    return least
  }
  const whole = timeOf('"frankfurt1"')
  for (const beginning of ['f', 'frank', 'frankfurt'])
    expect(timeOf(`"${beginning}"*`)).toBeLessThan(10 * whole)
})
