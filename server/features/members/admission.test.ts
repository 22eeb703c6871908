import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ada, createMemberWorld, type MemberWorld, NOW, user } from '#server/testing/member-world.ts'

let world: MemberWorld
let service: MemberWorld['service']
beforeEach(() => {
  world = createMemberWorld()
  service = world.service
})
afterEach(() => world.close())

describe('admission', () => {
  test('makes a member of someone at first sight, and only then', async () => {
    expect(await service.admit(user(ada))).toEqual({ role: 'member', status: 'active', onboarded: false })
    await service.admit(user(ada))
    expect(await world.facts()).toEqual(['member.joined ada'])
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

describe('onboarding', () => {
  test('is finished once, however often it is said', async () => {
    await service.admit(user(ada))
    await service.finishOnboarding(ada)
    world.pass(1000)
    await service.finishOnboarding(ada)
    expect(await service.ownProfile(ada)).toMatchObject({
      onboardedAt: new Date(NOW).toISOString(),
      version: 2,
    })
    expect(await service.admit(user(ada))).toMatchObject({ onboarded: true })
    expect(world.standings).toContain('ada')
  })
})
