import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { views } from '#server/collections.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { sql, type ViewReader } from '#server/views/sql.ts'
import { tablesOf } from '#server/views/tables.ts'
import type { View } from '#server/views/view.ts'

import { openMemoryViews } from './views-of-documents.ts'

/** During writes, documents are read later than views, so a few comparisons are needed. */
const COMPARISONS = 5
const BETWEEN_COMPARISONS = 200

/**
 * Compares every view with one that is rebuilt from the documents.
 * @throws Error naming the table and the rows that still differ after some comparisons
 */
export async function expectViewsEqualRebuild(store: Store, all: readonly View[] = views) {
  for (let left = COMPARISONS; ; left--) {
    try {
      return await compareWithRebuild(store, all)
    } catch (error) {
      if (left === 1) throw error
      await wait(BETWEEN_COMPARISONS)
    }
  }
}

async function compareWithRebuild(store: Store, all: readonly View[]) {
  const rebuilt = openMemoryViews(all, (collection, listener) => ({
    async sync() {
      for await (const document of documentsOf(store, collection)) listener.put(document)
    },
    close: () => {},
  }))
  try {
    const [kept, made] = [await store.views(), await rebuilt.read()]
    for (const view of all)
      for (const table of tablesOf(view)) compare(table, rowsOf(kept, view, table), rowsOf(made, view, table))
  } finally {
    rebuilt.close()
  }
}

async function* documentsOf(store: Store, collection: AnyCollection) {
  let cursor: string | undefined
  do {
    const page = await store.find(collection, { limit: 500, cursor })
    yield* page.items
    cursor = page.next
  } while (cursor !== undefined)
}

/** Rows by document instead of by number, in a canonical order. */
function rowsOf(reader: ViewReader, view: View, table: string): string[] {
  const named = { text: table, values: [] }
  const main = { text: view.name, values: [] }
  if (table in view.texts) {
    const words = { text: `temp.${table}Words`, values: [] }
    reader.all(sql`CREATE VIRTUAL TABLE ${words} USING fts5vocab(main, ${named}, instance)`)
    const rows = reader.all<object>(sql`SELECT id, term, col FROM ${words} JOIN ${main} ON number = doc`)
    reader.all(sql`DROP TABLE ${words}`)
    return sorted(rows)
  }
  if (table in view.counts) return sorted(reader.all<object>(sql`SELECT * FROM ${named}`))
  if (table === view.name) return sorted(reader.all<object>(sql`SELECT * FROM ${named}`))
  return sorted(
    reader.all<object>(sql`SELECT id AS documentId, t.* FROM ${named} AS t JOIN ${main} USING (number)`),
  )
}

const sorted = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify({ ...row, number: undefined })).toSorted()

function compare(table: string, kept: readonly string[], made: readonly string[]) {
  if (isDeepStrictEqual(kept, made)) return
  const [tooMany, missing] = [
    new Set(kept).difference(new Set(made)),
    new Set(made).difference(new Set(kept)),
  ]
  throw new Error(
    `The view ${table} differs from the documents.\nToo many: ${[...tooMany].join('\n')}\nMissing: ${[...missing].join('\n')}`,
  )
}
