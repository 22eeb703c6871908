import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { collections, views } from '#server/collections.ts'
import { createBlockReadModel } from '#server/features/blocks/read-model.ts'
import { createBlockService } from '#server/features/blocks/service.ts'
import { createConnectionReadModel } from '#server/features/connections/read-model.ts'
import { createRelationships } from '#server/features/connections/relationships.ts'
import { createDirectoryService, directoryEntryOf } from '#server/features/directory/service.ts'
import { createIntroductionService } from '#server/features/introductions/service.ts'
import { createTopicIndex } from '#server/features/introductions/topic-index.ts'
import { members } from '#server/features/members/collection.ts'
import { createViewing, accountStateOf } from '#server/features/members/viewing.ts'
import { loadMember } from '#server/features/members/writer.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createMemberReadModel } from '#server/features/members/read-model.ts'
import type { Store } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

import { seedMembers } from './members.ts'
import type { Figure } from './pages.ts'

const FEW = 1_000
const MANY = 100_000
const SAMPLES = 300
const MEGABYTE = 1_000_000

/** Latency of the directory and of introductions, through the services and the store, at two sizes. */
export async function directoryFigures(): Promise<Figure[]> {
  const few = await measure(FEW)
  const many = await measure(MANY)
  const worst = (measured: typeof few) => Math.max(...Object.values(measured.pages))
  const thousands = (count: number) => count.toLocaleString('en')
  return [
    ...[few, many].flatMap(({ count, pages, introductions }) => [
      ...Object.entries(pages).map(([kind, value]) =>
        milliseconds(`directory, ${kind}, p99 of ${thousands(count)} members`, value, 50),
      ),
      milliseconds(`introductions, p99 of ${thousands(count)} members`, introductions, 50),
    ]),
    figure('directory, slowest p99 at 100,000 / at 1,000 members', worst(many) / worst(few), '×', 10),
    figure('directory and introductions, load time for 100,000 members', many.seconds, 's', 30),
    figure('directory and introductions, memory for 100,000 members', many.megabytes, 'MB', 256),
  ]
}

async function measure(count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const store = openSqliteStore({ dataDir, secret: 'a secret of the benchmark', collections, views })
  try {
    await seedMembers(store, count)
    const { directory, introductions, listed } = servicesOn(store)
    const before = memory()
    const startedAt = performance.now()
    await listed.directory()
    const seconds = (performance.now() - startedAt) / 1_000
    const megabytes = (memory() - before) / MEGABYTE

    const deep =
      (await listed.directory()).page({ list: 'directory', limit: Math.floor(count * 0.9) }).next ?? ''
    const queries = {
      'first page': {},
      'deep page': { cursor: deep },
      'one letter': { q: 'b' },
      'two letters': { q: 'b d' },
      'two words': { q: 'baba dofi' },
      filters: { q: 'f', industry: 'Law', city: 'bababababa' },
    }
    const pages: Record<string, number> = {}
    for (const [kind, query] of Object.entries(queries)) {
      pages[kind] = await p99((at) => directory.page(`member-${at}`, query))
    }
    pages['facets'] = await p99((at) => directory.facets(`member-${at}`))
    const ofOthers = await p99((at) => introductions.list(`member-${at}`))
    return { count, pages, introductions: ofOthers, seconds, megabytes }
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
}

/** The services as in production, without those that are not used here. */
function servicesOn(store: Store) {
  const clock = systemClock
  const names = async (ids: readonly string[]) =>
    (await store.getMany(members, ids)).flatMap((member) => member ?? [])
  const blocks = createBlockService({
    store,
    clock,
    names,
    endConnection: async () => {},
    leaveMeetings: async () => {},
  })
  const { hiddenFrom } = createBlockReadModel(store)
  const relationships = createRelationships({
    ...blocks,
    store,
    clock,
    readModel: createConnectionReadModel(store),
    hiddenFrom,
    accountStateOf,
  })
  const listed = createMemberReadModel({
    store,
    clock,
    directoryEntryOf,
    topics: createTopicIndex(),
    everyone: { put() {}, remove() {}, save() {}, load() {} },
    publicProfiles: { put() {}, remove() {}, save() {}, load() {} },
    onMember() {},
  })
  const { lookup } = listed
  const { listedProfiles } = createViewing({
    store,
    clock,
    lookup,
    prestigeOf: async () => undefined,
    ...blocks,
    ...relationships,
  })
  const shared = { hiddenFrom, ...relationships, listedProfiles }
  const introductions = createIntroductionService({
    ...shared,
    store,
    clock,
    topics: listed.topics,
    inactive: listed.inactive,
    ownProfile: ({ id }) => loadMember(store, id),
    cards: listedProfiles,
    names,
    attendedEventIds: async () => [],
    hosted: async () => [],
    attendeesOf: async () => [],
    eventsOf: async () => [],
  })
  return { listed, introductions, directory: createDirectoryService({ ...shared, index: listed.directory }) }
}

/** Warm-up, so that the code is compiled. */
async function p99(work: (at: number) => Promise<unknown>) {
  const took: number[] = []
  for (let at = 0; at < SAMPLES; at++) {
    const startedAt = performance.now()
    await work(at)
    took.push(performance.now() - startedAt)
  }
  const warm = took.slice(SAMPLES / 3).toSorted((a, b) => a - b)
  return warm[Math.ceil(warm.length * 0.99) - 1] ?? 0
}

/** Bytes in use after garbage collection. */
function memory() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const figure = (name: string, value: number, unit: string, limit: number): Figure => ({
  name,
  value: Number(value.toFixed(value < 10 ? 2 : 0)),
  unit,
  bound: 'at most',
  limit,
})

const milliseconds = (name: string, value: number, limit: number) => figure(name, value, 'ms', limit)
