import { beforeAll, expect, test } from 'vitest'

import type { ImportAnswer } from '#shared/accounts/invitations.ts'
import { chapterMemberships } from '#server/modules/chapters/memberships/collection.ts'
import { membershipId } from '#server/modules/chapters/memberships/status.ts'
import { chapterDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import { invitationFixture, newAddress } from '#server/testing/fixtures/invitation-fixture.ts'

const fixture = invitationFixture()
const { importRows, stored, outcomes, invite } = fixture

beforeAll(async () => {
  const { store, services } = fixture.app()
  await store.transact(async (tx) => {
    putChapter(tx, chapterDocument('one', { slug: 'zuerich', name: 'Zürich', listing: 'hidden' }))
    putChapter(tx, chapterDocument('two', { slug: 'berlin', name: 'Berlin' }))
    putChapter(tx, chapterDocument('three', { slug: 'bonn', name: 'Bonn', state: 'closed' }))
  })
  await services.chapters.start()
})

const membershipOf = (uid: string, chapter: string) =>
  fixture.app().store.get(chapterMemberships, membershipId(chapter, uid))

test('a row names a chapter by its name or address, in any case and without accents', async () => {
  for (const chapter of ['Zürich', 'ZURICH', 'zuerich'])
    expect(await stored(await invite({ chapter }))).toMatchObject({ chapter: 'one' })
  const { items } = (
    await importRows([
      { email: newAddress(), chapter: 'Bonn' },
      { email: newAddress(), chapter: 'Nowhere' },
    ])
  ).json<ImportAnswer>()
  expect(items.map(({ outcome, problems }) => [outcome, problems.map(({ field }) => field)])).toEqual([
    ['invited', ['chapter']],
    ['invited', ['chapter']],
  ])
})

test('another chapter updates an invitation, and a row without one keeps it', async () => {
  const email = await invite({ chapter: 'Berlin' })
  expect(await outcomes([{ email }])).toEqual(['unchanged'])
  expect(await outcomes([{ email, chapter: 'Zürich' }])).toEqual(['updated'])
  expect(await stored(email)).toMatchObject({ chapter: 'one' })
})

test('an invited person is at home in the chapter from the first sign-in, once', async () => {
  const email = await invite({ chapter: 'Zürich' })
  const { uid } = await fixture.app().emulator.createUser({
    email,
    password: 'correct horse',
    emailVerified: true,
  })
  const accept = () => fixture.app().services.accounts.admission.admit({ uid, email })
  await Promise.all([accept(), accept()])
  expect(await membershipOf(uid, 'one')).toMatchObject({
    kind: 'home',
    role: 'member',
    state: 'active',
    by: fixture.admin().uid,
    history: [{ state: 'active' }],
  })
})

test('a person whose chapter has been closed meanwhile joins without one', async () => {
  const { store } = fixture.app()
  await store.transact(async (tx) => putChapter(tx, chapterDocument('four', { slug: 'ulm', name: 'Ulm' })))
  const email = await invite({ chapter: 'Ulm' })
  await store.transact(async (tx) =>
    putChapter(tx, chapterDocument('four', { slug: 'ulm', name: 'Ulm', state: 'closed' })),
  )
  const { uid, call } = await fixture.app().member({ email })
  expect((await call('GET', '/api/events')).statusCode).toBe(200)
  expect(await membershipOf(uid, 'four')).toBeUndefined()
})
