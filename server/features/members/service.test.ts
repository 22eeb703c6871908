import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { ProfileEdit } from '#shared/members.ts'
import { ASK_LIFETIME, DEFAULT_VISIBILITY } from '#shared/profile.ts'
import type { Actor } from '#server/lib/actor.ts'
import type { AuditFact } from '#server/lib/audit.ts'
import type { Closeness } from '#server/lib/ties.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { members as collection } from './collection.ts'
import { createMemberService } from './service.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const ada: Actor = { id: 'ada', email: 'ada@example.org', role: 'member', sessionHash: 'hash' }
const grace: Actor = { id: 'grace', email: 'grace@example.org', role: 'member', sessionHash: 'hash' }
const user = ({ id, email }: Actor) => ({ uid: id, email })

const edit: ProfileEdit = {
  photo: '',
  displayName: 'Ada',
  headline: '',
  company: '',
  industry: '',
  address: {},
  bio: '',
  goals: '',
  asks: ['A printer'],
  offers: [],
  keywords: [],
  links: [],
  phone: '',
  timeZone: 'Europe/London',
  visibility: DEFAULT_VISIBILITY,
  directoryHidden: false,
  searchEngines: false,
}

let store: ReturnType<typeof openTemporaryStore>
let service: ReturnType<typeof createMemberService>
let now: number
let changed: string[]
let facts: AuditFact[]
let ties: Record<string, Closeness>
const blocked = new Set<string>()
let standings: string[]

beforeEach(() => {
  store = openTemporaryStore([collection])
  now = NOW
  facts = []
  ties = {}
  blocked.clear()
  standings = []
  changed = []
  let ids = 0
  service = createMemberService({
    store,
    clock: () => now,
    newId: () => `id-${(ids += 1)}`,
    audit: async (fact) => void facts.push(fact),
    adminEmails: new Set(['grace@example.org']),
    closeness: async (_, ids) => new Map(ids.map((id) => [id, ties[id] ?? 'member'])),
    blockedBy: async (_, id) => blocked.has(id),
    useImage: async () => {},
    standingChanged: (id) => void standings.push(id),
    changed: ({ id, version }) => void changed.push(`${id} ${version}`),
  })
})
afterEach(() => store.close())

describe('admission', () => {
  test('makes a member of someone at first sight, and only then', async () => {
    expect(await service.admit(user(ada))).toEqual({ role: 'member', status: 'active', onboarded: false })
    await service.admit(user(ada))
    expect(facts.map(({ action }) => action)).toEqual(['member.joined'])
  })

  test('of one person twenty times at once makes one member', async () => {
    await Promise.all(Array.from({ length: 20 }, () => service.admit(user(ada))))
    const { items } = await service.records()
    expect(items.map(({ id, version }) => [id, version])).toEqual([['ada', 1]])
  })

  test('makes an admin of an address named in the configuration, however it is written', async () => {
    expect(await service.admit({ uid: 'grace', email: 'Grace@Example.org' })).toMatchObject({ role: 'admin' })
  })

  test('follows an address that was changed at the identity provider', async () => {
    await service.admit(user(ada))
    await service.admit({ uid: 'ada', email: 'countess@example.org' })
    expect(await service.ownProfile(ada)).toMatchObject({ email: 'countess@example.org', version: 2 })
  })
})

describe('an edit', () => {
  beforeEach(() => service.admit(user(ada)))

  test('replaces the profile and raises its version', async () => {
    expect(await service.edit(ada, 1, edit)).toMatchObject({ displayName: 'Ada', version: 2 })
    expect(await service.ownProfile(ada)).toMatchObject({ displayName: 'Ada', version: 2 })
  })

  test('that started from an older version changes nothing', async () => {
    await service.edit(ada, 1, edit)
    await expect(service.edit(ada, 1, { ...edit, displayName: 'Late' })).rejects.toMatchObject({
      status: 412,
      code: 'stale_version',
    })
    expect(await service.ownProfile(ada)).toMatchObject({ displayName: 'Ada' })
  })

  test('sent again after its answer was lost has succeeded, and changes nothing more', async () => {
    const first = await service.edit(ada, 1, { ...edit, displayName: ' Ada ' })
    expect(await service.edit(ada, 1, { ...edit, displayName: ' Ada ' })).toEqual(first)
  })

  test('from two devices at once is won by one of them', async () => {
    const outcomes = await Promise.allSettled([
      service.edit(ada, 1, { ...edit, displayName: 'Phone' }),
      service.edit(ada, 1, { ...edit, displayName: 'Laptop' }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('cannot raise a role or take what only the server sets', async () => {
    await service.edit(ada, 1, { ...edit })
    expect(await service.ownProfile(ada)).toMatchObject({ role: 'member', status: 'active', id: 'ada' })
  })

  test.for(['Not/AZone', '+01:00', '../etc', 'europe'])('refuses %j as a time zone', async (timeZone) => {
    await expect(service.edit(ada, 1, { ...edit, timeZone })).rejects.toMatchObject({
      more: { fields: { timeZone: expect.any(String) } },
    })
  })

  test('refuses a name that is only space around one letter', async () => {
    await expect(service.edit(ada, 1, { ...edit, displayName: ' A ' })).rejects.toMatchObject({
      more: { fields: { displayName: expect.any(String) } },
    })
  })

  test('keeps the end of an ask that stays, and starts an expired one anew', async () => {
    const first = await service.edit(ada, 1, edit)
    now += ASK_LIFETIME - 1
    const kept = await service.edit(ada, 2, { ...edit, asks: ['Paper', 'A printer'] })
    expect(kept.asks[1]).toEqual(first.asks[0])
    now += 1
    const renewed = await service.edit(ada, 3, edit)
    expect(Date.parse(renewed.asks[0]?.expiresAt ?? '')).toBe(now + ASK_LIFETIME)
  })
})

describe('onboarding', () => {
  test('is finished once, however often it is said', async () => {
    await service.admit(user(ada))
    await service.finishOnboarding(ada)
    now += 1000
    await service.finishOnboarding(ada)
    expect(await service.ownProfile(ada)).toMatchObject({
      onboardedAt: new Date(NOW).toISOString(),
      version: 2,
    })
    expect(await service.admit(user(ada))).toMatchObject({ onboarded: true })
    expect(standings).toContain('ada')
  })
})

describe('a profile', () => {
  test('of someone suspended looks absent to others, as one that never was', async () => {
    await service.admit(user(ada))
    await store.transact(async (tx) => {
      const member = await tx.get(collection, 'ada')
      if (member) tx.put(collection, { ...member, status: 'suspended' })
    })
    const [suspended, absent] = await Promise.allSettled([
      service.profile(grace, 'ada'),
      service.profile(grace, 'nobody'),
    ])
    expect(suspended).toEqual(absent)
    expect(suspended).toMatchObject({ reason: { code: 'member_not_found' } })
  })

  test('shows its owner what others do not see', async () => {
    await service.admit(user(ada))
    await service.edit(ada, 1, { ...edit, phone: '+44 20 7946 0000' })
    expect(await service.profile(ada, 'ada')).toMatchObject({ phone: '+44 20 7946 0000' })
    expect(await service.profile(grace, 'ada')).not.toHaveProperty('phone')
  })
})

test('cards leave out those who are gone and keep the order asked for', async () => {
  await service.admit(user(ada))
  await service.admit(user(grace))
  const cards = await service.cards('ada', ['grace', 'gone', 'ada'])
  expect(cards.map(({ id }) => id)).toEqual(['grace', 'ada'])
})
