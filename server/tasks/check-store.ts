/**
 * `npm run check-store` tries everything that the server needs from the store: a write, a transaction, every
 * declared query and feed. It reports what is missing, and then exits with code 1.
 */
import { randomUUID } from 'node:crypto'

import { Type } from 'typebox'

import { collections } from '#server/collections.ts'
import { ConfigError, readConfig, storeSettings } from '#server/config/config.ts'
import { runOrExplain } from '#server/startup.ts'
import { declareAll, type Declared, type DeclaredIndex } from '#server/store/declaration.ts'
import {
  type AnyCollection,
  defineCollection,
  type Direction,
  type Query,
  type Scalar,
  type Store,
  StoreUnavailable,
} from '#server/store/port.ts'

import { openExistingStore } from './stores/existing-store.ts'

/** Empty except while a document is being tried. */
export const storeChecks = defineCollection({
  name: 'store-checks',
  schema: Type.Object({ id: Type.String(), tries: Type.Integer() }),
})

interface Check {
  name: string
  run: () => Promise<unknown>
}

const SAMPLES = { string: 'check', number: 0, boolean: false }

const WHAT_TO_DO: Readonly<Record<StoreUnavailable['kind'], string>> = {
  outage: 'Check the network, and whether the store is running.',
  deadline: 'It did not answer in time. Check the network.',
  permission:
    'Give the service account the role Cloud Datastore User, or the user of the process the right to write.',
  missing_database:
    'Create the Firestore database in this project, or set FIRESTORE_DATABASE to the one to use.',
  missing_index: 'Run firebase deploy --only firestore, and wait until the indexes are built.',
  quota: 'Free space, or raise the quota of the project.',
  views: 'The views are being made again.',
}

/** @returns a sentence for each problem */
export async function checkStore(store: Store, checked: readonly AnyCollection[]): Promise<string[]> {
  for (const { name, run } of [{ name: 'the connection', run: () => store.ping() }, ...writesOf(store)]) {
    const problem = await problemOf({ name, run })
    // Everything else would fail in the same way.
    if (problem) return [`${problem.message}. ${WHAT_TO_DO[problem.kind]}`]
  }
  const problems: string[] = []
  const kinds = new Set<StoreUnavailable['kind']>()
  for (const check of declareAll(checked).all.flatMap((declared) => readsOf(store, declared))) {
    const problem = await problemOf(check)
    if (!problem) continue
    problems.push(
      problem.kind === 'missing_index' ? `No index: ${check.name}.` : `${check.name}: ${problem.message}.`,
    )
    kinds.add(problem.kind)
  }
  return [...problems, ...[...kinds].map((kind) => WHAT_TO_DO[kind])]
}

async function problemOf({ run }: Check) {
  try {
    await run()
    return undefined
  } catch (error) {
    if (error instanceof StoreUnavailable) return error
    throw error
  }
}

function writesOf(store: Store): Check[] {
  const id = `check-${randomUUID()}`
  return [
    { name: 'a write', run: () => store.transact(async (tx) => tx.create(storeChecks, { id, tries: 1 })) },
    {
      name: 'a transaction',
      run: () =>
        store.transact(async (tx) => {
          const { tries = 0 } = (await tx.get(storeChecks, id)) ?? {}
          tx.put(storeChecks, { id, tries: tries + 1 })
        }),
    },
    { name: 'a deletion', run: () => store.transact(async (tx) => tx.delete(storeChecks, id)) },
  ]
}

function readsOf(store: Store, { collection, name, indexes }: Declared): Check[] {
  const queries = [...indexes.values()].flatMap((index) =>
    index.directions.map((direction) => ({
      name: describe(name, index, direction),
      run: () => store.find(collection, sampleQuery(index, direction)),
    })),
  )
  return [
    ...queries,
    ...(collection.hasFeed ? [{ name: `${name}, changes`, run: () => startFeed(store, collection) }] : []),
    { name: `${name} of an earlier release`, run: () => store.outdated(collection, 1) },
  ]
}

function describe(name: string, { equal, contains, order = 'id' }: DeclaredIndex, direction: Direction) {
  const fixed = [...equal, ...(contains === undefined ? [] : [`${contains}[]`])]
  const by = fixed.length > 0 ? ` by ${fixed.join(', ')}` : ''
  return `${name}${by}, ordered by ${order}, ${direction === 'asc' ? 'ascending' : 'descending'}`
}

function sampleQuery({ equal, contains, order, types }: DeclaredIndex, direction: Direction): Query<unknown> {
  const sample = (field: string): Scalar => SAMPLES[types.get(field) ?? 'string']
  return {
    where: Object.fromEntries(equal.map((field) => [field, sample(field)])),
    contains: contains === undefined ? undefined : { field: contains, value: sample(contains) },
    orderBy: order,
    direction,
    limit: 1,
  }
}

async function startFeed(store: Store, collection: AnyCollection) {
  // The first document is enough: a feed would read the whole collection.
  const feed = store.openFeed(collection, { put: () => feed.close(), remove: () => {}, reset: () => {} })
  try {
    await feed.sync()
  } finally {
    feed.close()
  }
}

async function checkConfigured() {
  const settings = storeSettings(readConfig(process.env))
  const store = await openExistingStore({ ...settings, collections: [...collections, storeChecks] })
  const problems = await checkStore(store, collections).finally(() => store.close())
  if (problems.length > 0) throw new ConfigError(problems)
  process.stdout.write(`The store (${settings.store}) has everything that the server needs.\n`)
}

if (import.meta.main) await runOrExplain(checkConfigured)
