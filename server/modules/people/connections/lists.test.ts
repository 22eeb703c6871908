import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { BadCursor } from '#server/store/port.ts'
import { createConnectionFixture } from '#server/testing/fixtures/connection-fixture.ts'
import { openMemoryStore } from '#server/testing/memory-store.ts'

import { connectionIdOf } from './connection-state.ts'

const ID = connectionIdOf('ada', 'grace')

let fixture: ReturnType<typeof createConnectionFixture>
beforeEach(() => {
  fixture = createConnectionFixture()
})
afterEach(() => fixture.close())

const asking = (actor: string, memberId: string, note = '') => fixture.sendRequest(actor, { memberId, note })
const listOf = async (viewer: string, list: 'accepted' | 'received' | 'sent', q?: string) =>
  (await fixture.list(viewer, { list, q: q || undefined })).items.map(({ member }) => member.id)

const actor = (id: string) => ({ id, email: '', role: 'member' as const, sessionHash: '' })

describe('lists', () => {
  const others = Array.from({ length: 60 }, (_, index) => `person-${String(index).padStart(2, '0')}`)

  async function everyPage(viewer: string, list: 'accepted' | 'received' | 'sent') {
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const page = await fixture.list(viewer, { list, cursor })
      pages.push(page.items.map(({ member }) => member.id))
      cursor = page.next
      fixture.advance(1_000)
    } while (cursor)
    return pages
  }

  beforeEach(async () => {
    for (const other of others) {
      fixture.advance(1_000)
      await asking(other, 'ada')
    }
  })

  test('the list of requests starts with the longest waiting, and its pages stay complete as time passes', async () => {
    const pages = await everyPage('ada', 'received')
    expect(pages.map(({ length }) => length)).toEqual([24, 24, 12])
    expect(pages.flat()).toEqual(others)
  })

  test('the list of connections is ordered latest first, with full pages despite hidden members', async () => {
    for (const other of others) {
      fixture.advance(1_000)
      await fixture.accept('ada', connectionIdOf('ada', other))
    }
    for (const other of others.slice(20, 40)) await fixture.suspend(other)
    const pages = await everyPage('ada', 'accepted')
    const present = [...others.slice(0, 20), ...others.slice(40)].toReversed()
    expect([pages.map(({ length }) => length), pages.flat()]).toEqual([[24, 16], present])
    expect(await fixture.counts('ada')).toEqual({ accepted: 40, received: 0, sent: 0 })
  })

  test('the lists are searched by prefixes of words, ignoring case and accents', async () => {
    await asking('emile', 'ada')
    expect(await listOf('ada', 'received', 'noe ÉMI')).toEqual(['emile'])
    expect(await listOf('ada', 'received', 'ether')).toEqual([])
    expect(await listOf('ada', 'sent', 'noe')).toEqual([])
    for (const q of ['--', '’', '!?']) expect(await listOf('ada', 'received', q)).toEqual([])
  })

  test('the list of sent requests includes members who are suspended or blocked the viewer', async () => {
    await asking('ada', 'grace')
    await asking('ada', 'eve')
    await fixture.suspend('grace')
    await fixture.block('eve', 'ada')
    expect((await listOf('ada', 'sent')).toSorted()).toEqual(['eve', 'grace'])
    expect(await fixture.counts('ada')).toMatchObject({ sent: 2 })
  })

  test('the lists find members by the content of their cards, and hidden ones by their names', async () => {
    await asking('ada', 'grace')
    await asking('ada', 'eve')
    const visibility = { ...DEFAULT_VISIBILITY, company: 'connections' } as const
    await fixture.edit('grace', { headline: 'Printer', company: 'Analytical Engines', visibility })
    await fixture.edit('eve', { headline: 'Printer' })
    expect(await listOf('ada', 'sent', 'print')).toEqual(['grace', 'eve'])
    expect(await listOf('ada', 'sent', 'engines')).toEqual([])
    await fixture.accept('grace', ID)
    expect(await listOf('ada', 'accepted', 'eng grace')).toEqual(['grace'])
    await fixture.block('eve', 'ada')
    expect(await listOf('ada', 'sent', 'print')).toEqual([])
    expect(await listOf('ada', 'sent', 'eve')).toEqual(['eve'])
  })

  test('the lists leave out members who blocked the viewer after the previous page, and stay full', async () => {
    const { next = '' } = await fixture.list('ada', { list: 'received' })
    await fixture.block(others[30]!, 'ada')
    const { items } = await fixture.list('ada', { list: 'received', cursor: next })
    expect(items.map(({ member }) => member.id)).toEqual([...others.slice(24, 30), ...others.slice(31, 49)])
  })

  test('the lists refuse the cursor of another list or search', async () => {
    for (const other of others) await asking(other, 'ada')
    const { next = '' } = await fixture.list('ada', { list: 'received' })
    await fixture.list('ada', { list: 'received', q: ' ', cursor: next })
    for (const query of [{ list: 'received', q: 'per' }, { list: 'sent' }, { list: 'accepted' }] as const) {
      await expect(fixture.list('ada', { ...query, cursor: next })).rejects.toThrow(BadCursor)
    }
  })

  test.for(['x', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Zmade-up'])(
    'the lists refuse a forged cursor: %s',
    async (cursor) => {
      await expect(fixture.list('ada', { list: 'received', cursor })).rejects.toThrow(BadCursor)
    },
  )
})

test('mutual connections leave out members hidden from the viewer', async () => {
  const connect = async (one: string, other: string) => {
    await asking(one, other)
    await fixture.accept(other, connectionIdOf(one, other))
  }
  await connect('ada', 'grace')
  for (const friend of ['eve', 'mary', 'joan']) {
    await connect('ada', friend)
    await connect('grace', friend)
  }
  await connect('grace', 'stranger')
  await fixture.suspend('joan')
  const { mutual } = await fixture.peopleOf(actor('ada'), await fixture.visibleConnection('ada', ID))
  expect(mutual).toMatchObject({ total: 2, items: [{ id: 'eve' }, { id: 'mary' }] })
})

test('an export or deletion covers one member only, and an export reveals no decline', async () => {
  await asking('ada', 'grace', 'Hello')
  await fixture.decline('grace', ID)
  await asking('eve', 'grace')
  const exported = (memberId: string) => Array.fromAsync(fixture.exportOf(memberId))
  expect(await exported('ada')).toMatchObject([{ memberId: 'grace', state: 'requestSent', note: 'Hello' }])
  await fixture.forget('ada')
  expect(await exported('ada')).toEqual([])
  expect(await exported('grace')).toMatchObject([{ memberId: 'eve' }])
})

test('reading the counts of connections does not read from the store', async () => {
  const store = openMemoryStore()
  const { sendRequest, accept, counts } = createConnectionFixture(store)
  await sendRequest('ada', { memberId: 'grace', note: '' })
  await accept('grace', ID)
  await counts('ada')
  await sendRequest('mary', { memberId: 'ada', note: '' })
  const reads = (['get', 'getMany', 'find', 'count'] as const).map((read) => vi.spyOn(store, read))
  expect(await counts('ada')).toEqual({ accepted: 1, received: 1, sent: 0 })
  for (const read of reads) expect(read).not.toHaveBeenCalled()
})
