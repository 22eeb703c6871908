import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { PAGE_SIZE } from '#shared/lib/page.ts'
import type { DirectoryFacets, DirectoryPage } from '#shared/people/directory.ts'
import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { startTestApp } from '#server/testing/app.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

const running = await startTestApp()
const viewer = await running.member()
afterAll(() => running.close())

/** Direct writes to the store, like those of another process, are visible after a second. */
beforeEach(() => running.advance(1_000))

const person = (more: Partial<MemberDocument> = {}): MemberDocument => ({
  ...newcomer(randomUUID(), '2026-01-01T00:00:00.000Z'),
  version: 1,
  email: 'someone@guildhall.test',
  displayName: 'Someone',
  onboardedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

async function join(...people: Partial<MemberDocument>[]) {
  const documents = people.map(person)
  await running.store.transact(async (tx) => {
    for (const document of documents) tx.put(members, document)
  })
  running.advance(1_000)
  return documents.map(({ id }) => id)
}

const url = (query: Record<string, string>) => `/api/directory?${new URLSearchParams(query)}`
const search = async (query: Record<string, string>, by = viewer) =>
  (await by.call('GET', url(query))).json<DirectoryPage>()
const idsOf = async (query: Record<string, string>) => (await search(query)).items.map(({ id }) => id)

describe('searching', () => {
  test.each([
    ['Jose', { displayName: 'José Álvarez' }],
    ["o'brien", { displayName: 'Pat O’Brien' }],
    ['brien', { displayName: 'Sinéad O’Brien' }],
    ['دينا', { displayName: 'دينا حداد' }],
    ['🦊', { displayName: '🦊 Reineke' }],
    ['Xu', { displayName: 'Xu' }],
    ['lighthouse keep', { displayName: 'By Headline', headline: 'Keeper of the lighthouse' }],
    ['quux', { displayName: 'By Company', company: 'Quux & Sons' }],
    ['falconry', { displayName: 'By Keyword', keywords: ['Falconry'] }],
    ['consulting', { displayName: 'By Industry', industry: 'Consulting' }],
    ['beratung', { displayName: 'By German name of industry', industry: 'Consulting' }],
    ['cartography', { displayName: 'By own industry', industry: 'Cartography' }],
  ])('%s finds the member', async (q, more) => {
    const [id] = await join(more)
    expect(await idsOf({ q })).toContain(id)
  })

  test('fields visible to connections neither match a search nor appear in results', async () => {
    const visibility = { ...DEFAULT_VISIBILITY, company: 'connections', address: 'me' } as const
    const [id] = await join({
      displayName: 'Kept Close',
      company: 'Secretive Ltd',
      address: { city: 'Hideaway' },
      visibility,
    })
    expect(await idsOf({ q: 'secretive' })).toEqual([])
    expect(await idsOf({ city: 'Hideaway' })).toEqual([])
    expect((await search({ q: 'kept close' })).items).toEqual([
      { id, displayName: 'Kept Close', relationship: { memberId: id, state: 'none' } },
    ])
  })

  test('filters and text must all match, whatever the case and accents', async () => {
    const there = { address: { city: 'Zürich' }, industry: 'Law', keywords: ['Sailing', 'wine'] } as const
    const [both] = await join(
      { ...there, keywords: [...there.keywords], displayName: 'Filter One' },
      { ...there, keywords: ['wine'], displayName: 'Filter Two' },
    )
    const filter = { q: 'filter', industry: 'Law', city: 'ZURICH', keyword: 'sailing' }
    const page = await search(filter)
    expect(page).toMatchObject({ total: 1, items: [{ id: both, industry: 'Law', city: 'Zürich' }] })
    expect(page.items[0]?.keywords).toEqual(['Sailing', 'wine'])
    expect(await idsOf({ ...filter, industry: 'Property' })).toEqual([])
  })

  test('facets leave out blocked members', async () => {
    const [blocked = ''] = await join(
      { displayName: 'Facet One', keywords: ['Beekeeping'] },
      { displayName: 'Facet Two', keywords: ['beekeeping'] },
      { displayName: 'Facet Three', keywords: ['beekeeping'] },
    )
    const bees = async () =>
      (await viewer.call('GET', '/api/directory/facets'))
        .json<DirectoryFacets>()
        .keywords.find(({ value }) => value.toLowerCase() === 'beekeeping')
    expect(await bees()).toEqual({ value: 'beekeeping', count: 3 })
    await viewer.call('PUT', `/api/blocks/${blocked}`)
    expect(await bees()).toEqual({ value: 'beekeeping', count: 2 })
  })

  test.each<Record<string, string>>([{ q: 'x'.repeat(101) }, { city: '' }, { color: 'red' }])(
    'the query %o is refused',
    async (query) => {
      expect((await viewer.call('GET', url(query))).statusCode).toBe(400)
    },
  )

  test.each(['made-up', 'WyJhIl0'])('the cursor %s is refused', async (cursor) => {
    const answer = await viewer.call('GET', url({ cursor }))
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_cursor'])
  })
})

const exchange = (text: string, expiresAt = '2099-01-01T00:00:00.000Z') => ({
  id: randomUUID(),
  text,
  expiresAt,
})

describe('searching for a need', () => {
  test.each<[q: string, more: Partial<MemberDocument>, line: object | undefined]>([
    [
      'sourdough',
      { offers: [exchange('Tax advice'), exchange('Sourdough starter')] },
      { field: 'offers', text: 'Sourdough starter' },
    ],
    [
      'cellist',
      { asks: [exchange('A cellist for a wedding')] },
      { field: 'asks', text: 'A cellist for a wedding' },
    ],
    [
      'AI qwerty',
      { offers: [exchange('AI qwerty reviews')] },
      { field: 'offers', text: 'AI qwerty reviews' },
    ],
    [
      'notary braga',
      { address: { city: 'Braga' }, offers: [exchange('Notary services')] },
      { field: 'offers', text: 'Notary services' },
    ],
    [
      'hospitality',
      { industry: 'Hospitality and travel' },
      { field: 'industry', text: 'Hospitality and travel' },
    ],
    ['ulaanbaatar', { address: { city: 'Ulaanbaatar' } }, undefined],
    ['çömlek', { offers: [exchange('Çömlekçilik dersi')] }, { field: 'offers', text: 'Çömlekçilik dersi' }],
    ['źródło', { offers: [exchange('Czyste źródło wody')] }, { field: 'offers', text: 'Czyste źródło wody' }],
    [
      'strasse',
      { offers: [exchange('Pläne für jede Straße')] },
      { field: 'offers', text: 'Pläne für jede Straße' },
    ],
    ['ψωμι', { offers: [exchange('Σπιτικό ψωμί')] }, { field: 'offers', text: 'Σπιτικό ψωμί' }],
    ['хлеб', { offers: [exchange('Домашний хлеб')] }, { field: 'offers', text: 'Домашний хлеб' }],
    ['خبز', { offers: [exchange('خبز منزلي')] }, { field: 'offers', text: 'خبز منزلي' }],
    ['לחם', { offers: [exchange('לֶחֶם ביתי')] }, { field: 'offers', text: 'לֶחֶם ביתי' }],
    ['法律', { offers: [exchange('提供法律咨询')] }, { field: 'offers', text: '提供法律咨询' }],
    ['ラーメン', { offers: [exchange('手作りラーメン')] }, { field: 'offers', text: '手作りラーメン' }],
    ['กาแฟ', { offers: [exchange('สอนชงกาแฟ')] }, { field: 'offers', text: 'สอนชงกาแฟ' }],
  ])('%s finds the member who has it, with the line that matched', async (q, more, line) => {
    const [id] = await join({ displayName: `Need ${randomUUID().slice(0, 8)}`, ...more })
    const { items, total } = await search({ q })
    expect({ total, items: items.map((item) => [item.id, item.line]) }).toEqual({
      total: 1,
      items: [[id, line]],
    })
  })

  test('a word is marked that its stem finds, unless it begins as typed', async () => {
    await join({ displayName: 'Marked', headline: 'Lutenists, lutenist, and a lutenisting choir' })
    const [entry] = (await search({ q: 'lutenists' })).items
    expect(entry?.marks).toEqual(['lutenist', 'lutenisting'])
  })

  test('members who write of contracts are no lawyers', async () => {
    const [id] = await join({ displayName: 'Lift', headline: 'A second opinion on your lift contract' })
    expect(await idsOf({ q: 'contract' })).toContain(id)
    expect(await idsOf({ q: 'solicitor' })).not.toContain(id)
  })

  test('matches in names come first, then other fields, then asks and offers', async () => {
    const [offering, working, named] = await join(
      { displayName: 'A Person', offers: [exchange('Zither lessons')] },
      { displayName: 'B Person', headline: 'Zither maker' },
      { displayName: 'C Zither' },
    )
    expect(await idsOf({ q: 'zither' })).toEqual([named, working, offering])
  })

  test('fields for connections and expired asks are neither found nor counted', async () => {
    const past = '2026-01-01T00:00:00.000Z'
    const [found] = await join(
      { displayName: 'Current', asks: [exchange('Old oboe', past)], offers: [exchange('Oboe reeds')] },
      { displayName: 'Expired', offers: [exchange('Oboe repair', past), exchange('Piano repair')] },
      {
        displayName: 'Private',
        offers: [exchange('Oboe lessons')],
        visibility: { ...DEFAULT_VISIBILITY, offers: 'connections' },
      },
    )
    const page = await search({ q: 'oboe' })
    expect(page).toMatchObject({
      total: 1,
      items: [{ id: found, line: { field: 'offers', text: 'Oboe reeds' } }],
    })
    expect(await search({ q: 'oboe repair' })).toEqual({ items: [], total: 0 })
  })

  test('a card shows the first current offer if there is no search', async () => {
    const expired = exchange('Gone', '2026-01-01T00:00:00.000Z')
    await join({
      displayName: 'Offering',
      keywords: ['firstoffer'],
      offers: [expired, exchange('First'), exchange('Second')],
    })
    const [entry] = (await search({ keyword: 'firstoffer' })).items
    expect(entry?.line).toEqual({ field: 'offers', text: 'First' })
  })
})

describe('the directory', () => {
  test.each<[string, Partial<MemberDocument>]>([
    ['who hides from it', { directoryHidden: true }],
    ['who is suspended', { status: 'suspended' }],
    ['who waits for approval', { status: 'pending' }],
    ['who has deleted the account', { status: 'former' }],
    ['who is about to delete it', { deletionDueAt: '2027-01-01T00:00:00.000Z' }],
    ['who has no name yet', { displayName: '' }],
  ])('the directory contains no one %s', async (_, more) => {
    const [there, absent] = await join(
      { displayName: 'Present', keywords: ['absentee'] },
      { displayName: 'Absent', keywords: ['absentee'], ...more },
    )
    const ids = await idsOf({ keyword: 'absentee' })
    expect(ids).toContain(there)
    expect(ids).not.toContain(absent)
  })

  test('the directory contains no one who blocked the viewer or is blocked by them', async () => {
    const other = await running.member()
    await join({ id: other.uid, displayName: 'Blocky Person' })
    expect(await idsOf({ q: 'blocky' })).toEqual([other.uid])
    await other.call('PUT', `/api/blocks/${viewer.uid}`)
    expect(await search({ q: 'blocky' })).toEqual({ items: [], total: 0 })
    await other.call('DELETE', `/api/blocks/${viewer.uid}`)
    await viewer.call('PUT', `/api/blocks/${other.uid}`)
    expect(await search({ q: 'blocky' })).toEqual({ items: [], total: 0 })
  })

  test('a member who finished onboarding finds their own entry as others see it', async () => {
    const joining = await running.member()
    const saved = await joining.call('PUT', '/api/me', {
      body: {
        ...profileEdit,
        displayName: 'Neo Comer',
        company: 'Own',
        visibility: { ...DEFAULT_VISIBILITY, company: 'me' },
      },
      headers: { 'if-match': '"1"' },
    })
    expect(saved.statusCode).toBe(200)
    expect((await search({ q: 'neo' }, joining)).items).toEqual([])
    await joining.call('POST', '/api/me/onboarded')
    expect((await search({ q: 'neo' }, joining)).items).toEqual([
      { id: joining.uid, displayName: 'Neo Comer', relationship: { memberId: joining.uid, state: 'self' } },
    ])
  })
})

test('a search for names finds neither trades nor other fields, and corrects no typing error', async () => {
  const [grace, , cem] = await join(
    { displayName: 'Grace Müller-Baker' },
    { displayName: 'Bo', headline: 'Baker', company: 'Grace & Sons' },
    { displayName: 'Cem Bakersfield' },
  )
  const names = (q: string, more = {}) => search({ q, namesOnly: 'true', ...more })
  expect(await names('baker')).toMatchObject({ items: [{ id: grace }, { id: cem }], total: 2 })
  expect(await names('mueller GRA bak')).toMatchObject({ items: [{ id: grace }], total: 1 })
  for (const q of ['Graces Baker', 'grace bakre', 'baker bo', 'law'])
    expect(await names(q)).toEqual({ items: [], total: 0 })
})

test('a search for names without a word finds everyone', async () => {
  await join({ displayName: 'Dora' })
  const everyone = await search({})
  for (const q of ['', ' ']) expect(await search({ q, namesOnly: 'true' })).toEqual(everyone)
})

test('paging shows everyone once while members join and leave', async () => {
  const name = (at: number) => `Paged ${String(at).padStart(3, '0')}`
  const stay = await join(...Array.from({ length: 60 }, (_, at) => ({ displayName: name(at * 2) })))
  const first = await search({ q: 'paged' })
  expect(first.items).toHaveLength(PAGE_SIZE)
  expect(first.total).toBe(60)
  await join({ displayName: name(1) }, { displayName: name(117) })
  const second = await search({ q: 'paged', cursor: first.next ?? '' })
  await join({ id: second.items.at(-1)?.id ?? '', directoryHidden: true })
  const third = await search({ q: 'paged', cursor: second.next ?? '' })
  const seen = [...first.items, ...second.items, ...third.items].map(({ id }) => id)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(expect.arrayContaining(stay))
  expect(third.next).toBeUndefined()
})

test.each([
  ['"', false],
  ['"grammar', true],
  ['grammar*', true],
  ['*', false],
  ['-grammar', true],
  ['NOT grammar', false],
  ['grammar OR "', false],
  ['grammar AND', false],
  ['NEAR(grammar test, 3)', false],
  ['name : grammar', false],
  ['{name other} : grammar', false],
  ['^grammar', false],
  ['grammar + test', false],
  ['(grammar', true],
  ["'; DROP TABLE person; --", false],
  ['grammar\u0000', true],
  ['\u202egrammar\u202c', true],
  ['🏛️'.repeat(40), false],
  ['ﷺ'.repeat(60), false],
])('a query is text, never syntax: %j', async (q, isFound) => {
  await join({ displayName: 'Grammar Test' })
  const page = await viewer.call('GET', url({ q, asTyped: 'true' }))
  expect(page.statusCode).toBe(200)
  const names = page.json<DirectoryPage>().items.map(({ displayName }) => displayName)
  expect(names.includes('Grammar Test')).toBe(isFound)
})

test('a member who blocks the viewer between two pages is not on the second', async () => {
  const blocker = await running.member()
  const names = Array.from({ length: PAGE_SIZE + 2 }, (_, at) => ({ displayName: `Between ${at + 100}` }))
  const ids = await join(...names, { id: blocker.uid, displayName: 'Between 999' })
  const first = await search({ q: 'between' })
  await blocker.call('PUT', `/api/blocks/${viewer.uid}`)
  const second = await search({ q: 'between', cursor: first.next ?? '' })
  expect(second.items.map(({ id }) => id)).toEqual(ids.slice(PAGE_SIZE, -1))
  expect(second.total).toBe(PAGE_SIZE + 2)
})

test('a page is filled up when a member on it was just suspended in another process', async () => {
  const [gone = ''] = await join(
    ...Array.from({ length: PAGE_SIZE + 2 }, (_, at) => ({ displayName: `Filled ${at + 100}` })),
  )
  await idsOf({ q: 'filled' })
  await running.store.transact(async (tx) => tx.put(members, person({ id: gone, status: 'suspended' })))
  const page = await search({ q: 'filled' })
  expect(page.items).toHaveLength(PAGE_SIZE)
  expect(page.items.map(({ id }) => id)).not.toContain(gone)
  expect((await search({ q: 'filled', cursor: page.next ?? '' })).items).toHaveLength(1)
})

test('a write is visible in another process within a second', async () => {
  let later = 0
  const replica = await startTestApp({
    store: running.store,
    clock: () => running.clock() + later,
  })
  const there = await replica.member()
  const seen = async () => (await search({ q: 'replicated' }, there)).items.map(({ id }) => id)
  expect(await seen()).toEqual([])
  const [id] = await join({ displayName: 'Replicated' })
  later += 1_000
  expect(await seen()).toEqual([id])
  await replica.close()
})
