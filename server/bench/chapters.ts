import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { collections, views } from '#server/collections.ts'
import { chapterMemberships } from '#server/modules/chapters/memberships/collection.ts'
import { withStatus } from '#server/modules/chapters/memberships/status.ts'
import { chapterMonths } from '#server/modules/chapters/months/collection.ts'
import { monthLines } from '#server/modules/chapters/months/queries.ts'
import { chapterMembers } from '#server/modules/chapters/queries.ts'
import { may } from '#server/modules/chapters/rights.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { directoryRows, directorySearch } from '#server/modules/people/directory/queries.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { readSearch } from '#server/modules/people/terms/query.ts'
import { createModules } from '#server/modules.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite/store.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { sql } from '#server/views/sql.ts'

import { memberId } from './members.ts'
import type { Figure } from './row.ts'

/** `copies`: rows of views for each stored document, because a million documents take half an hour. */
const SIZES = [
  { of: 50, members: 100_000, copies: 1 },
  { of: 1_000, members: 1_000_000, copies: 100 },
]
const MONTH = '2026-10'
/** Documents in one transaction. */
const BATCH = 5_000
const TIMES = 2_000
/** Members who ask in turn, as many as in the measurements of requests. */
const ASKING = 600
const SEARCHES = 200
const PAGE = 25
const SYLLABLES = ['ba', 'do', 'fi', 'ge', 'hu', 'ja', 'ki', 'lo', 'ma', 'ne']
const TRADES = ['Baker', 'Lawyer', 'Joiner', 'Printer', 'Gardener', 'Architect', 'Brewer', 'Tailor']
const SEARCHED = ['dofi', 'lawyer', 'baker', 'huja']

/** One of a thousand words. */
const wordAt = (number: number) =>
  [...String(number % 1_000).padStart(3, '0')].map((digit) => SYLLABLES[Number(digit)]).join('')

type Store = ReturnType<typeof openSqliteStore>
type Size = (typeof SIZES)[number]

/** The costs of chapters in an organisation with fifty of them, and in one with a thousand. */
export async function chapterFigures(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of SIZES) {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
    const store = openSqliteStore({ dataDir, secret: 'a secret of the benchmark', collections, views })
    try {
      await seedPeople(store, size)
      await seedChapters(store, size)
      if (size.copies > 1) copyRows(join(dataDir, DATABASE_FILE), size)
      figures.push(...(await figuresOf(store, size)))
    } finally {
      await store.close()
      rmSync(dataDir, { recursive: true })
    }
  }
  return figures
}

const chapterId = (at: number) => `chapter-${at}`

/** Members with few words: only the search compares them, with itself. */
async function seedPeople(store: Store, { of, members: all, copies }: Size) {
  const count = all / copies
  const at = '2026-01-01T00:00:00.000Z'
  for (let from = 0; from < count; from += BATCH)
    await store.transact(async (tx) => {
      for (let number = from; number < Math.min(from + BATCH, count); number++)
        tx.put(members, {
          ...newcomer(memberId(number), at),
          version: 1,
          email: `member-${number}@example.org`,
          onboardedAt: at,
          displayName: `${wordAt(number)} ${wordAt(number * 7)}`,
          headline: `${TRADES[number % TRADES.length]} of ${wordAt(number * 3)}`,
          chapters: [chapterOf(number, of)],
        })
    })
}

/** One home, whatever the name and trade. */
const chapterOf = (number: number, of: number) => chapterId(Math.floor(((number * Math.E) % 1) * of))

async function seedChapters(store: Store, { of, members: all, copies }: Size) {
  const total = all / copies
  const at = '2026-01-02T10:00:00.000Z'
  const kind = { kind: 'home', role: 'member', state: 'active' } as const
  await store.transact(async (tx) => {
    for (let number = 0; number < of; number++) {
      const id = chapterId(number)
      putChapter(tx, chapterDocument(id))
      const people = { members: all / of, joined: number, left: 1, met: number, alone: 2 }
      const seats = { events: 3, seats: 40, capacity: 60, going: 40, noShows: 2 }
      tx.put(chapterMonths, {
        id: `${id}-${MONTH}`,
        chapter: id,
        month: MONTH,
        ...people,
        ...seats,
        countedAt: at,
      })
    }
  })
  for (let from = 0; from < total; from += BATCH)
    await store.transact(async (tx) => {
      for (let number = from; number < Math.min(from + BATCH, total); number++) {
        const member = memberId(number)
        const place = { chapter: chapterOf(number, of), member }
        tx.put(chapterMemberships, withStatus(undefined, place, kind, { by: member, at }))
      }
    })
}

/** Rows of further members, each in the chapter of its number. */
function copyRows(file: string, { of, members: total, copies }: Size) {
  using db = new DatabaseSync(file, { timeout: 60_000 })
  const seeded = total / copies
  const number = (column: string) => `(substr(${column}, 8) + copy * ${seeded})`
  const member = (column: string) => `'member-' || ${number(column)}`
  // Names repeat after a thousand members, and must be mixed in a chapter.
  const chapter = (numberOf: string) => `'chapter-' || (${numberOf} * 61 / 97 % ${of})`
  const ofFacet = chapter(`(number - 1 + copy * ${seeded})`)
  const changed: Record<string, Record<string, string>> = {
    person: { id: member('id') },
    personFacet: { folded: ofFacet, value: ofFacet },
    chapterMembership: {
      id: "id || '-' || copy",
      member: member('member'),
      chapter: chapter(number('member')),
    },
  }
  for (const [table, columns] of Object.entries(changed)) {
    const names = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
    const values = names.map(({ name }) =>
      name === 'number'
        ? `number + copy * (SELECT max(number) FROM ${table})`
        : (columns[name as string] ?? `"${String(name)}"`),
    )
    db.exec(`
      WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${copies - 1})
      INSERT INTO ${table} SELECT ${values.join()} FROM ${table} CROSS JOIN copies WHERE ${copies} > 1`)
  }
  // Reading a page from so long a log takes longer than from the file, where it is in a community that has grown.
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

const rounded = (value: number) => Number(value.toPrecision(2))

async function figuresOf(store: Store, { of, members: total, copies }: Size): Promise<Figure[]> {
  const reader = await store.views()
  const { people, chapters: module } = createModules(testPlatform({ store, clock: Date.now }))
  await module.start()
  const viewerAt = (at: number) => ({ id: memberId((at * 7_919) % total), role: 'member' }) as const
  const chapterAt = (at: number) => chapterId((at * 31) % of)

  const rightsOf = (at: number) =>
    reader.get(sql`
      SELECT ${may('managePeople').sql(viewerAt(at))} AS may FROM chapter AS c WHERE c.id = ${chapterAt(at)}`)
  const rightsOfNew = await timed(TIMES, rightsOf)
  const rights = await timed(TIMES, (at) => rightsOf(at % ASKING))
  const page = await timed(TIMES, (at) =>
    chapterMembers(reader, viewerAt(at).id, { chapter: chapterAt(at), rows: PAGE }),
  )
  const directory = await timed(TIMES, (at) => {
    const facets = [['chapter', [chapterAt(at)]]] as const
    const everyone = {
      viewerId: viewerAt(at).id,
      now: new Date().toISOString(),
      text: readSearch(''),
      facets,
    }
    return directoryRows(reader, directorySearch(reader, everyone), { rows: PAGE })
  })
  const rollUp = await timed(TIMES, (at) =>
    monthLines(reader, { month: MONTH, sort: at % 2 === 0 ? 'members' : 'met', order: 'down', rows: PAGE }),
  )
  const search = (wanted: (at: number) => string | undefined) =>
    timed(SEARCHES, (at) =>
      people.directory.page(viewerAt(at), { q: SEARCHED[at % SEARCHED.length]!, chapter: wanted(at) }),
    )
  // Copies have no words.
  const searches =
    copies === 1 ? { within: await search(chapterAt), everywhere: await search(() => undefined) } : undefined
  const name = `${of.toLocaleString('en')} chapters of ${total.toLocaleString('en')} members`
  const figure = (what: string, value: number, unit: string, limit: number): Figure => ({
    name: `${name}, ${what}`,
    value: rounded(value),
    unit,
    bound: 'at most',
    limit,
  })
  const comparison = ({ within, everywhere }: { within: number; everywhere: number }) =>
    figure('a search within one, to a search everywhere', within / everywhere, '×', 1.1)
  return [
    figure(`rights in one, ${ASKING} members in turn`, rights, 'ms', 0.01),
    figure('rights in one, always another member', rightsOfNew, 'ms', 0.01),
    figure('a page of the members of one', page, 'ms', 0.1),
    figure('a page of the directory of one', directory, 'ms', 0.1),
    ...(searches ? [comparison(searches)] : []),
    figure('a page of a month of all', rollUp, 'ms', 1),
  ]
}

/** Processor time of one call in milliseconds, which others on the machine do not change. The first calls compile the statement. */
async function timed(times: number, work: (at: number) => unknown) {
  for (let at = 0; at < times / 10; at++) await work(at)
  const start = process.cpuUsage()
  for (let at = 0; at < times; at++) await work(at)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000 / times
}
