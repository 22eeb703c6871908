import { afterAll, describe, expect, test } from 'vitest'

import type { PublicMemberPage, PublicPrestige } from '#shared/prestige/schema.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { type Person, startPrestigeFixture } from '#server/testing/fixtures/prestige-fixture.ts'

const fixture = await startPrestigeFixture()
afterAll(() => fixture.close())

const publicPage = async (query = '', call: Person['call'] = fixture.visitor) =>
  (await call('GET', `/api/public/prestige/members${query}`)).json<PublicMemberPage>()
const publicMembers = async (query?: string) => (await publicPage(query)).items
const namesOf = (items: readonly { displayName: string }[]) => items.map(({ displayName }) => displayName)

describe('the public page', () => {
  test('the public page has the rules in force and an example calculated by them', async () => {
    const answer = await fixture.visitor('GET', '/api/public/prestige')
    const { rules, example } = answer.json<PublicPrestige>()
    expect(rules).toMatchObject({ version: 2, weeklyCap: 40, points: { referral: 15 } })
    expect(example.summary.points).toBe(example.items.reduce((sum, { counted }) => sum + counted, 0))
    expect(example.summary.tier).toBe('Bronze')
    expect(new Set(example.items.map(({ less }) => less))).toContain('samePair')
  })

  test('the public page lists members who opted in, the highest tier first, with public fields only', async () => {
    const profile = {
      headline: 'Secret headline',
      company: 'Public company',
      industry: 'Law',
      address: { city: 'Porto' },
    }
    const stored = await fixture.store.get(members, fixture.ada.uid)
    const visibility = { ...stored!.visibility, company: 'public', industry: 'public', address: 'public' }
    const [low, high, other, hidden] = await Promise.all([
      fixture.person('Aaa Low', { ...profile, visibility }),
      fixture.person('Zoe High', profile),
      fixture.person('Not listed'),
      fixture.person('Hidden', { directoryHidden: true }),
    ])
    await fixture.earnBronze(high.uid)
    for (const one of [low, high, hidden]) await fixture.share(one, true)
    await fixture.share(other, true)
    await fixture.share(other, false)
    await fixture.calculate()
    const all = await publicMembers()
    expect(namesOf(all)).toEqual(['Zoe High', 'Aaa Low'])
    expect(all[0]).toMatchObject({ tier: 'Bronze', people: 4 })
    expect(all[0]).not.toHaveProperty('company')
    expect(all[1]).toMatchObject({ company: 'Public company', industry: 'Law', city: 'Porto' })
    expect(JSON.stringify(all)).not.toContain('Secret headline')
    expect(namesOf(await publicMembers('?tier=Bronze'))).toEqual(['Zoe High'])
    expect(namesOf(await publicMembers('?tier=Gold'))).toEqual([])
    expect(namesOf(await publicMembers('?industry=Law'))).toEqual(['Aaa Low'])
    const bad = await fixture.visitor('GET', '/api/public/prestige/members?tier=Platinum')
    expect(bad.statusCode).toBe(400)

    await fixture.changeMember(high.uid, { status: 'suspended' })
    expect(namesOf(await publicMembers())).toEqual(['Aaa Low'])
    await fixture.changeMember(low.uid, { deletionDueAt: inHours(100) })
    expect(await publicMembers()).toEqual([])
  })

  test('a member appears and disappears at once with the choice to be listed', async () => {
    const eve = await fixture.person('Eve Evans')
    for (const listed of [true, false, true]) {
      await fixture.share(eve, listed)
      expect(namesOf(await publicMembers())).toEqual(listed ? ['Eve Evans'] : [])
    }
    await fixture.changeMember(eve.uid, { displayName: 'Eve Smith' })
    expect(namesOf(await publicMembers())).toEqual(['Eve Smith'])
    await fixture.share(eve, false)
  })

  test('a blocked member and a blocker get the same page as visitors', async () => {
    const eve = await fixture.person('Eve')
    const finn = await fixture.person('Finn')
    for (const one of [eve, finn]) await fixture.share(one, true)
    await finn.call('PUT', `/api/blocks/${eve.uid}`)
    const page = await publicPage()
    expect(namesOf(page.items)).toEqual(['Eve', 'Finn'])
    for (const { call } of [eve, finn]) expect(await publicPage('', call)).toEqual(page)
    for (const one of [eve, finn]) await fixture.share(one, false)
  })
})
