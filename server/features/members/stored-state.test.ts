import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'

import { expect, test } from 'vitest'

import { createMemberRows } from '#server/features/admin/members/read-model.ts'
import { directoryEntryOf } from '#server/features/directory/service.ts'
import { createTopicIndex } from '#server/features/introductions/topic-index.ts'
import { createPrestigeReadModel } from '#server/features/prestige/read-model.ts'
import { createWords } from '#server/search/vocabulary.ts'
import type { FeedListener, FeedState, Store } from '#server/store/port.ts'
import { bulkMember } from '#server/testing/bulk-members.ts'

import { newcomer } from './admission.ts'
import type { MemberDocument } from './collection.ts'
import { createMemberReadModel } from './read-model.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

/** The read model as the server puts it together, with what its feed would call. */
function newModel() {
  let opened: { listener: FeedListener<MemberDocument>; state: FeedState } | undefined
  const store = {
    openFeed(_collection, listener, { state } = {}) {
      if (state) opened = { listener: listener as FeedListener<unknown>, state }
      return { sync: async () => {}, close() {} }
    },
  } as Pick<Store, 'openFeed'>
  const prestige = createPrestigeReadModel(store)
  const everyone = createMemberRows()
  const words = createWords()
  const topics = createTopicIndex(words)
  const model = createMemberReadModel({
    store,
    clock: () => NOW,
    words,
    directoryEntryOf,
    topics,
    everyone,
    publicProfiles: prestige.profiles,
    onMember() {},
  })
  return { ...opened!, model, everyone, prestige }
}

type Model = ReturnType<typeof newModel>

/** What lists of members are made from. */
async function answersOf({ model, everyone, prestige }: Model) {
  const [directory, topics, lookup] = await Promise.all([model.directory(), model.topics(), model.lookup()])
  directory.prepare()
  topics.prepare()
  const idsIn = (slots: Iterable<number>) => Array.from(slots, (slot) => topics.idOf(slot)).toSorted()
  const ids = [...everyone.all()].map(({ id }) => id).toSorted()
  const searches = ['', 'a', 'amara', 'design', 'łódź', 'o’brien', 'berlin fund']
  const { industry, keywords } = bulkMember(7, NOW)
  return {
    pages: searches.map((text) => directory.countedPage({ text, limit: 40 })),
    backwards: directory.page({ direction: 'desc', limit: 200 }).ids,
    filtered: directory.countedPage({ facets: { industry }, limit: 40 }),
    counts: ['industry', 'city', 'keyword'].map((facet) => directory.counts(facet, { limit: 20 })),
    profiles: ids.map((id) => topics.profileOf(id, 0)),
    topics: [
      ...['design', 'help', 'grow'].map((word) => idsIn(topics.slotsOf('asks', word))),
      ...keywords.map((word) => idsIn(topics.slotsOf('keywords', word.toLowerCase()))),
    ],
    cards: ids.map((id) => [lookup.accountStateOf(id), lookup.cardSourceOf(id), lookup.isPhotoHidden(id)]),
    rows: [...everyone.all()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    organisers: everyone.organisers('', 10),
    addresses: [...everyone.all()].map(({ email }) => everyone.idOf(email) ?? '').toSorted(),
    admins: [...everyone.admins()],
    photos: await prestige.membersWithPhoto('photo-1'),
  }
}

const HIDDEN = { photo: { reason: 'Not a person.', at: '2026-02-01T00:00:00.000Z', image: 'photo-1' } }

/** Of every kind: with a photo, hidden, moderated, organising, pending, suspended, former, and in other scripts. */
function memberOf(at: number): MemberDocument {
  const member = { ...bulkMember(at, NOW), photo: at % 4 === 0 ? `photo-${at % 3}` : '' }
  if (at % 11 === 0) return { ...member, status: 'suspended', suspendedUntil: '2026-05-01T00:00:00.000Z' }
  if (at % 13 === 0) return { ...member, status: 'former' }
  if (at % 17 === 0) return { ...member, status: 'pending' }
  if (at % 19 === 0) return { ...member, role: at % 2 === 0 ? 'admin' : 'organiser' }
  if (at % 7 === 0) return { ...member, photo: 'photo-1', hidden: HIDDEN }
  if (at % 23 === 0)
    return { ...member, displayName: `Łucja O’Brien ${at}`, company: '株式会社', keywords: ['Łódź'] }
  return member
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

function fill({ listener }: Model) {
  for (const at of numbers(1, 300)) listener.put(memberOf(at))
  for (const at of numbers(1, 40)) listener.remove(memberOf(at).id)
  for (const at of numbers(40, 60)) {
    const { id, email } = memberOf(at)
    listener.put({ ...memberOf(at + 200), id, email })
  }
}

/** Through a file. @param whileSaving called before each part is saved */
function load({ state }: Model, from: Model, whileSaving = (_at: number) => {}) {
  let at = 0
  for (const part of from.state.save()) {
    state.load(deserialize(serialize(part)), at)
    whileSaving((at += 1))
  }
}

test('what was saved and loaded answers as before, also after changes', async () => {
  const [before, after] = [newModel(), newModel()]
  fill(before)
  const expected = await answersOf(before)
  load(after, before)
  expect(await answersOf(after)).toEqual(expected)

  for (const { listener } of [before, after]) {
    for (const at of numbers(1, 30)) listener.put(memberOf(at))
    for (const at of numbers(90, 130)) listener.remove(memberOf(at).id)
    for (const at of numbers(300, 360)) listener.put(memberOf(at))
    for (const at of numbers(140, 180))
      listener.put({ ...memberOf(at), keywords: ['New'], headline: 'Moved' })
  }
  expect(await answersOf(after)).toEqual(await answersOf(before))
  const again = newModel()
  load(again, after)
  expect(await answersOf(again)).toEqual(await answersOf(before))
})

test('what changes while parts are saved is right once it was passed on again', async () => {
  const [before, after] = [newModel(), newModel()]
  fill(before)
  await answersOf(before)
  const changes: ((model: Model) => void)[] = []
  load(after, before, (at) => {
    const change = ({ listener }: Model) => {
      for (const old of numbers(100 + 8 * at, 104 + 8 * at)) listener.remove(memberOf(old).id)
      for (const changed of numbers(104 + 8 * at, 108 + 8 * at))
        listener.put({ ...memberOf(changed), headline: `Moved ${at}`, keywords: [`New ${at}`] })
      for (const added of numbers(300 + 8 * at, 306 + 8 * at)) listener.put(memberOf(added))
    }
    change(before)
    changes.push(change)
  })
  for (const change of changes) change(after)
  expect(await answersOf(after)).toEqual(await answersOf(before))
})

const ASK = { id: 'ask-1', text: 'An introduction to Łódź’s printers', expiresAt: '2026-09-01T00:00:00.000Z' }
const ADA: MemberDocument = {
  ...newcomer('ada', '2026-01-01T12:00:00.000Z'),
  onboardedAt: '2026-01-01T12:00:00.000Z',
  email: 'ada@example.org',
  displayName: 'Ada O’Brien',
  headline: 'Prints books',
  company: 'Press & Sons',
  industry: 'Media',
  photo: 'photo-1',
  address: { city: 'Berlin' },
  bio: 'From type to binding.',
  asks: [ASK],
  offers: [{ ...ASK, id: 'offer-1', text: 'Help with paper' }],
  keywords: ['Paper', 'Éditions'],
}

test('a change of what is saved comes with another version', () => {
  const { listener, state } = newModel()
  listener.put(ADA)
  listener.put({ ...ADA, id: 'ben', email: 'ben@example.org', role: 'organiser', keywords: [] })
  listener.put({ ...ADA, id: 'eve', status: 'suspended', suspendedUntil: '2026-05-01T00:00:00.000Z' })
  const plain = JSON.stringify([...state.save()], (_key, value: unknown) =>
    value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)
      ? [...(value as Iterable<unknown>)]
      : value,
  )
  const fingerprint = createHash('sha256').update(plain).digest('hex').slice(0, 16)
  // When the fingerprint is another one, states that are stored do not fit any more: raise STATE_VERSION.
  expect([state.version, fingerprint]).toEqual(['1', 'c92c7e35ebe368d3'])
})
