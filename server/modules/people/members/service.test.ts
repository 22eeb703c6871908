import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DEFAULT_VISIBILITY, type MemberStatus } from '#shared/people/profile.ts'
import {
  ada,
  createMemberFixture,
  grace,
  type MemberFixture,
  user,
} from '#server/testing/fixtures/member-fixture.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

import { members } from './collection.ts'

let fixture: MemberFixture
let service: MemberFixture['service']
let profileEditor: MemberFixture['profileEditor']
beforeEach(() => {
  fixture = createMemberFixture()
  service = fixture.service
  profileEditor = fixture.profileEditor
})
afterEach(() => fixture.close())

describe('members as others see them', () => {
  const status = (id: string, to: MemberStatus) =>
    fixture.store.transact(async (tx) => {
      const member = await tx.get(members, id)
      if (member) tx.put(members, { ...member, status: to })
    })

  beforeEach(async () => {
    await service.admit(user(ada))
    await service.admit(user(grace))
    const visibility = { ...DEFAULT_VISIBILITY, headline: 'connections', company: 'me' } as const
    await profileEditor.edit(ada, 1, {
      ...profileEdit,
      headline: 'Engines',
      company: 'Analytical',
      visibility,
    })
  })

  test('a profile shows more to a connection than to a member', async () => {
    expect(await service.profile(grace, 'ada')).not.toHaveProperty('headline')
    await fixture.connect('ada', 'grace')
    const seen = await service.profile(grace, 'ada')
    expect(seen).toMatchObject({ headline: 'Engines', email: ada.email })
    expect(seen).not.toHaveProperty('company')
  })

  test('the profile of a hidden member is a 404 like that of an unknown one', async () => {
    await fixture.block('ada', 'grace')
    const [hidden, absent] = await Promise.allSettled([
      service.profile(grace, 'ada'),
      service.profile(grace, 'nobody'),
    ])
    expect(hidden).toEqual(absent)
    expect(await service.cards('grace', ['ada'])).toEqual([])
  })

  test('a blocker can open the profile of a blocked member, who is in no list', async () => {
    await fixture.block('grace', 'ada')
    expect(await service.profile(grace, 'ada')).toMatchObject({ displayName: 'Ada' })
    expect(await service.cards('grace', ['ada'])).toEqual([])
  })

  test('a blocked member cannot open the profile by blocking back', async () => {
    await fixture.block('ada', 'grace')
    await fixture.block('grace', 'ada')
    await expect(service.profile(grace, 'ada')).rejects.toMatchObject({ code: 'member_not_found' })
  })

  test('cards leave out hidden members and keep the order of the ids', async () => {
    const cards = await service.cards('ada', ['grace', 'gone', 'ada'])
    expect(cards.map(({ id }) => id)).toEqual(['grace', 'ada'])
  })

  test('a card contains the fields that the viewer can see, and for its owner all of them', async () => {
    const [seen] = await service.cards('grace', ['ada'])
    expect(seen).toEqual({ id: 'ada', displayName: 'Ada' })
    await fixture.connect('ada', 'grace')
    expect(await service.cards('grace', ['ada'])).toMatchObject([{ headline: 'Engines' }])
    expect(await service.cards('ada', ['ada'])).toMatchObject([{ company: 'Analytical' }])
  })

  test.for(['pending', 'suspended'] as const)('a member who is %s is visible to nobody', async (state) => {
    await status('ada', state)
    expect(await service.cards('grace', ['ada'])).toEqual([])
    await expect(service.profile(grace, 'ada')).rejects.toMatchObject({ code: 'member_not_found' })
  })

  test('a former member is in lists without a name and has no profile', async () => {
    await status('ada', 'former')
    await fixture.block('ada', 'grace')
    expect(await service.cards('grace', ['ada'])).toEqual([
      { id: 'ada', displayName: 'Former member', former: true },
    ])
    await expect(service.profile(grace, 'ada')).rejects.toMatchObject({ code: 'member_not_found' })
    expect(await service.namesForAdmins(['ada'])).toEqual(new Map([['ada', 'Former member']]))
  })

  test('a member can preview their profile as others see it', async () => {
    expect(await service.viewAs(ada, 'connection')).toHaveProperty('headline')
    expect(await service.viewAs(ada, 'member')).not.toHaveProperty('headline')
    expect(Object.keys(await service.viewAs(ada, 'visitor'))).toEqual(['id', 'displayName'])
  })
})
