import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  ada,
  createMemberFixture,
  type MemberFixture,
  NOW,
  user,
} from '#server/testing/fixtures/member-fixture.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

let fixture: MemberFixture
let service: MemberFixture['service']
let profileEditor: MemberFixture['profileEditor']
beforeEach(() => {
  fixture = createMemberFixture()
  service = fixture.service
  profileEditor = fixture.profileEditor
})
afterEach(() => fixture.close())

describe('admission', () => {
  test('admission creates a member at the first sign-in only', async () => {
    expect(await service.admit(user(ada))).toEqual({ role: 'member', status: 'active', onboarded: false })
    await service.admit(user(ada))
    expect(await fixture.facts()).toEqual(['member.joined ada'])
    const { items } = await fixture.store.find(auditEntries, { orderBy: 'at', direction: 'desc', limit: 9 })
    expect(items[0]).toMatchObject({ after: { role: 'member', status: 'active' } })
    expect(items[0]).not.toHaveProperty('before')
  })

  test('twenty concurrent admissions of one person create one member', async () => {
    await Promise.all(Array.from({ length: 20 }, () => service.admit(user(ada))))
    const { items } = await fixture.store.find(members, { limit: 10 })
    expect(items.map(({ id, version }) => [id, version])).toEqual([['ada', 1]])
  })

  test('admission gives the admin role to an email in the configuration, ignoring case', async () => {
    expect(await service.admit({ uid: 'grace', email: 'Grace@Example.org' })).toMatchObject({ role: 'admin' })
  })

  test.each(['pending', 'suspended', 'declined'] as const)(
    'admission activates an admin in the configuration who was %s',
    async (status) => {
      const person = { uid: 'grace', email: 'grace@example.org' }
      await service.admit(person)
      await fixture.store.transact(async (tx) => {
        const grace = (await tx.get(members, 'grace'))!
        tx.put(members, { ...grace, role: 'member', status, statusReason: 'Spam' })
      })
      expect(await service.admit(person)).toMatchObject({ role: 'admin', status: 'active' })
      expect(await fixture.store.get(members, 'grace')).not.toHaveProperty('statusReason')
      const { items } = await fixture.store.find(auditEntries, { orderBy: 'at', direction: 'desc', limit: 9 })
      const entry = items.find(({ action }) => action === 'member.updated_at_sign_in')
      expect(entry).toMatchObject({
        before: { role: 'member', status },
        after: { role: 'admin', status: 'active' },
      })
    },
  )

  test('admission stores an email that was changed at the identity provider', async () => {
    await service.admit(user(ada))
    await service.admit({ uid: 'ada', email: 'countess@example.org' })
    expect(await service.ownProfile(ada)).toMatchObject({ email: 'countess@example.org', version: 2 })
  })
})

describe('onboarding', () => {
  test('onboarding is finished once, however often the request is repeated', async () => {
    await service.admit(user(ada))
    await expect(profileEditor.finishOnboarding(ada)).rejects.toMatchObject({ code: 'invalid_input' })
    await profileEditor.edit(ada, 1, profileEdit)
    await profileEditor.finishOnboarding(ada)
    fixture.pass(1000)
    await profileEditor.finishOnboarding(ada)
    expect(await service.ownProfile(ada)).toMatchObject({
      onboardedAt: new Date(NOW).toISOString(),
      version: 3,
    })
    expect(await service.admit(user(ada))).toMatchObject({ onboarded: true })
    expect(fixture.accountRecords).toContain('ada')
  })
})
