import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { collections as appCollections } from '#server/collections.ts'
import { counters, notes, people } from '#server/store/contract/fixture.ts'
import { createCursorSeal } from '#server/store/cursor.ts'
import { declareAll, type Declared, type DeclaredIndex } from '#server/store/declaration.ts'
import { planOf } from '#server/store/plan.ts'
import type { Query, Scalar } from '#server/store/port.ts'

import { DATABASE_FILE, openSqliteStore } from './store.ts'

const SECRET = 'a secret of the test'
const SAMPLES: Record<string, Scalar> = { string: 'a', number: 1, boolean: true }
// A scan of the items of one array is no table scan.
const SLOW = /^SCAN (?!member)|USE TEMP B-TREE FOR ORDER/

const collections = [...appCollections, counters, notes, people]
const dataDir = mkdtempSync(join(tmpdir(), 'store-'))
const store = openSqliteStore({ dataDir, secret: SECRET, collections })
const db = new DatabaseSync(join(dataDir, DATABASE_FILE))

beforeAll(sendEveryStatement)
afterAll(async () => {
  db.close()
  await store.close()
  rmSync(dataDir, { recursive: true })
})

const stepsOf = (text: string) =>
  db
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all()
    .map(({ detail }) => String(detail))

test('every statement of the store uses an index', () => {
  const sent = store.sentStatements().filter((text) => !/^(BEGIN|COMMIT|ROLLBACK)/.test(text))
  expect(sent.length).toBeGreaterThan(collections.length * 10)
  const slow = sent.filter((text) => stepsOf(text).some((step) => SLOW.test(step)))
  expect(slow).toEqual([])
})

test('a statement is not compiled again for each limit', () => {
  expect(store.sentStatements().filter((text) => text.includes('LIMIT ?')).length).toBeGreaterThan(100)
  expect(store.sentStatements().filter((text) => /LIMIT \?(?! \+ 0)/.test(text))).toEqual([])
})

test('a later page is read from its cursor instead of from the beginning', () => {
  const deep = store.sentStatements().filter((text) => text.includes('(?, ?)'))
  expect(deep.length).toBeGreaterThan(50)
  for (const text of deep)
    expect(stepsOf(text)[0]).toMatch(/SEARCH i .*\([^()]*\(\$?[^()]*,id\)[<>]\(\?,\?\)/)
})

test('the triggers for array members use indexes', () => {
  const bodies = db
    .prepare(`SELECT sql FROM sqlite_schema WHERE type = 'trigger'`)
    .all()
    .flatMap(({ sql }) => /BEGIN (.*); END/s.exec(String(sql))?.[1]?.split('; ') ?? [])
  expect(bodies.length).toBeGreaterThan(3)
  for (const body of bodies) {
    const steps = stepsOf(body.replaceAll(/\b(old|new)\.id\b/g, '?'))
    expect(steps.filter((step) => SLOW.test(step))).toEqual([])
  }
})

test('the query-plan check detects a scan', () => {
  expect(stepsOf('SELECT id FROM notes ORDER BY body').filter((step) => SLOW.test(step))).toHaveLength(2)
})

async function sendEveryStatement() {
  const declarations = declareAll(collections)
  for (const declared of declarations.all) {
    await store.outdated(declared.collection, 1)
    for (const index of declared.indexes.values()) {
      for (const query of shapesOf(declared, index)) {
        await store.find(declared.collection, query)
        await store.transact((tx) => tx.find(declared.collection, query))
        const { limit: _, cursor: __, direction: ___, ...selection } = query
        await store.count(declared.collection, selection)
      }
    }
  }
}

function* shapesOf(declared: Declared, { equal, contains, order, types, directions }: DeclaredIndex) {
  const sample = (field: string) => SAMPLES[types.get(field)!]!
  const base = {
    where: Object.fromEntries(equal.map((field) => [field, sample(field)])),
    contains: contains ? { field: contains, value: sample(contains) } : undefined,
    orderBy: order,
    limit: 20,
  }
  const ranges = order
    ? [{}, { gt: sample(order) }, { lte: sample(order) }, { gte: sample(order), lt: sample(order) }]
    : [{}]
  for (const range of ranges) {
    for (const direction of directions) {
      const query: Query<unknown> = { ...base, direction, range }
      yield query
      const plan = planOf(declared, query, createCursorSeal(SECRET))
      yield { ...query, cursor: plan.next(order ? nest(order, sample(order)) : { id: 'a' })() }
    }
  }
}

/** A document that contains only the value at the path. */
const nest = (path: string, value: Scalar) => ({
  ...(path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object),
  id: 'a',
})
