import { expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { createModules } from '#server/modules.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

const JOINED = '2026-01-01T00:00:00.000Z'
const photoOf = (at: number) => String(at).padStart(2, '0').repeat(32)

function setup() {
  let now = Date.parse('2026-07-01T11:30:00Z')
  const store = openTemporaryStore(collections)
  const { dashboard } = createModules(testPlatform({ store, clock: () => now }))
  const write = (at: number, changes: Partial<MemberDocument> = {}) =>
    store.transact(async (tx) => {
      const known = await tx.get(members, `m${at}`)
      tx.put(members, {
        ...newcomer(`m${at}`, JOINED),
        version: (known?.version ?? 0) + 1,
        displayName: `Member ${at}`,
        onboardedAt: JOINED,
        photo: photoOf(at),
        onLanding: true,
        ...changes,
      })
    })
  return {
    write,
    landing: dashboard.landing,
    names: async () => (await dashboard.landing.current()).faces.map(({ name }) => name).toSorted(),
    wait: (time: number) => (now += time),
  }
}

const HIDDEN = { at: JOINED, reason: 'Not yours.' }
const MEMBERS = ['Member 0', 'Member 1', 'Member 2', 'Member 3']

async function setupFour() {
  const fixture = setup()
  for (const at of [0, 1, 2, 3]) await fixture.write(at)
  expect(await fixture.names()).toEqual(MEMBERS)
  return fixture
}

test.for<[string, Partial<MemberDocument>]>([
  ['withdraws', { onLanding: false }],
  ['never allowed it', { onLanding: undefined }],
  ['is suspended', { status: 'suspended' }],
  ['awaits approval', { status: 'pending' }],
  ['has been deleted', { status: 'former' }],
  ['is about to be deleted', { deletionDueAt: '2026-07-20T00:00:00.000Z' }],
  ['is not in the directory', { directoryHidden: true }],
  ['has not finished the onboarding', { onboardedAt: undefined }],
  ['has no photo', { photo: '' }],
  [
    'shows the photo to connections only',
    { visibility: { ...newcomer('', '').visibility, photo: 'connections' } },
  ],
  [
    'has a photo that an admin has hidden',
    { hidden: { photo: { ...HIDDEN, image: photoOf(3) } } as MemberDocument['hidden'] },
  ],
  ['has a profile that an admin has hidden', { hidden: { profile: HIDDEN } as MemberDocument['hidden'] }],
])('a member who %s is not on the landing page, and visitors cannot open the photo', async ([, changes]) => {
  const { write, landing, names } = await setupFour()
  expect(await landing.isFace(photoOf(3))).toBe(true)
  await write(3, changes)
  expect(await names()).toEqual(MEMBERS.slice(0, 3))
  expect(await landing.isFace(photoOf(3))).toBe(false)
})

test('fewer than three faces are not shown', async () => {
  const { write, names } = await setupFour()
  await write(2, { onLanding: false })
  await write(3, { onLanding: false })
  expect(await names()).toEqual([])
})

test('eight faces are shown, other ones each day, with names and photos only', async () => {
  const { write, landing, names, wait } = setup()
  for (let at = 0; at < 30; at += 1) await write(at, { headline: 'Baker', phone: '123' })
  const { faces } = await landing.current()
  expect(faces).toHaveLength(8)
  for (const face of faces) expect(Object.keys(face)).toEqual(['name', 'photo'])
  const seen = new Set<string>()
  for (let day = 0; day < 60; day += 1) {
    for (const name of await names()) seen.add(name)
    wait(24 * HOUR)
  }
  expect(seen.size).toBeGreaterThan(25)
})

test('the number of members is rounded down, and hidden below twenty', async () => {
  const { write, landing, wait } = setup()
  const figures = async () => {
    wait(HOUR)
    return (await landing.current()).figures
  }
  for (let at = 0; at < 19; at += 1) await write(at)
  expect(await figures()).toEqual([])
  for (let at = 19; at < 29; at += 1) await write(at)
  expect(await figures()).toEqual([{ value: '20+', label: 'members' }])
  // Hidden from the directory, they are no part of it.
  await write(29, { directoryHidden: true })
  await write(30, { status: 'suspended' })
  expect(await figures()).toEqual([{ value: '20+', label: 'members' }])
  await write(31)
  expect(await figures()).toEqual([{ value: '30+', label: 'members' }])
})

test('the same object is returned until something on the page changes', async () => {
  const { write, landing } = await setupFour()
  const first = await landing.current()
  await write(9, { onLanding: false })
  expect(await landing.current()).toBe(first)
  await write(3, { displayName: 'Another name' })
  expect(await landing.current()).not.toBe(first)
})
