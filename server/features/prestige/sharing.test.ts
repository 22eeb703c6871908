import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { MemberProfile } from '#shared/members.ts'
import type {
  DryRunResult,
  PublicMemberPage,
  PublicPrestige,
  PublicStatement,
  Rings,
  StatementLink,
} from '#shared/prestige.ts'
import { members } from '#server/features/members/collection.ts'
import { inHours } from '#server/testing/organiser-fixture.ts'
import { type Person, startPrestigeFixture } from '#server/testing/prestige-fixture.ts'

let fixture: Awaited<ReturnType<typeof startPrestigeFixture>>
beforeAll(async () => {
  fixture = await startPrestigeFixture()
})
afterAll(() => fixture.close())

const publicMembers = async (query = '', call?: Person['call']) => {
  // Visitors get the same answer for five seconds.
  fixture.advance(6_000)
  const url = `/api/public/prestige/members${query}`
  const answer = await (call ?? fixture.visitor)('GET', url)
  return answer.json<PublicMemberPage>().items
}
const namesOf = (items: readonly { displayName: string }[]) => items.map(({ displayName }) => displayName)

describe('the public page', () => {
  test('has the rules in force and an example calculated by them', async () => {
    const answer = await fixture.visitor('GET', '/api/public/prestige')
    const { rules, example } = answer.json<PublicPrestige>()
    expect(rules).toMatchObject({ version: 1, weeklyCap: 40, points: { referral: 15 } })
    expect(example.summary.points).toBe(example.items.reduce((sum, { counted }) => sum + counted, 0))
    expect(example.summary.tier).toBe('Bronze')
    expect(new Set(example.items.map(({ less }) => less))).toContain('samePair')
  })

  test('lists who opted in, the highest tier first, with public fields only', async () => {
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

    await low.call('PUT', `/api/blocks/${high.uid}`)
    expect(namesOf(await publicMembers('', low.call))).toEqual(['Aaa Low'])
    expect(namesOf(await publicMembers('', high.call))).toEqual(['Zoe High'])
    await fixture.changeMember(high.uid, { status: 'suspended' })
    expect(namesOf(await publicMembers())).toEqual(['Aaa Low'])
    await fixture.changeMember(low.uid, { deletionDueAt: inHours(100) })
    expect(await publicMembers()).toEqual([])
  })
})

describe('a statement', () => {
  const verify = (url: string, call?: Person['call']) => {
    const secret = new URL(url).searchParams.get('statement')
    return (call ?? fixture.visitor)('GET', `/api/public/prestige/statement?statement=${secret}`)
  }
  const linkOf = async ({ call }: Person) => {
    const answer = await call('POST', '/api/prestige/statement')
    expect(answer.statusCode).toBe(201)
    return answer.json<StatementLink>().url
  }

  test('can be verified by anyone who has the link, until it is revoked or replaced', async () => {
    const eve = await fixture.person('Eve Evans', { headline: 'Members only' })
    await fixture.earnBronze(eve.uid)
    const first = await linkOf(eve)
    expect(first).toMatch(/-prestige\?statement=[\w-]{22}$/)
    const answer = await verify(first)
    expect(answer.json<PublicStatement>()).toMatchObject({
      displayName: 'Eve Evans',
      tier: 'Bronze',
      people: 4,
    })
    expect(answer.body).not.toMatch(new RegExp(`Members only|${eve.uid}`))
    expect((await fixture.own(eve)).link?.createdAt).toBeDefined()

    const second = await linkOf(eve)
    expect([(await verify(first)).statusCode, (await verify(second)).statusCode]).toEqual([404, 200])
    for (let times = 0; times < 2; times += 1) {
      expect((await eve.call('DELETE', '/api/prestige/statement')).statusCode).toBe(204)
    }
    expect((await fixture.own(eve)).link).toBeUndefined()
    const problems = await Promise.all([verify(second), verify(`${second.slice(0, -22)}${'A'.repeat(22)}`)])
    const [revoked, unknown] = problems.map((problem) => ({
      ...problem.json<object>(),
      requestId: '',
      shortCode: '',
    }))
    expect(revoked).toEqual(unknown)
  })

  test('a repeated request gets the same link', async () => {
    const eve = await fixture.person('Eve')
    const headers = { 'idempotency-key': 'a'.repeat(32) }
    const links = await Promise.all(
      [1, 2].map(() => eve.call('POST', '/api/prestige/statement', { headers })),
    )
    expect(links[0]!.json<StatementLink>().url).toBe(links[1]!.json<StatementLink>().url)
  })

  test('a request that is repeated after its link was replaced or revoked changes nothing', async () => {
    const eve = await fixture.person('Eve')
    const create = async (key: string) => {
      const headers = { 'idempotency-key': key.repeat(32) }
      const answer = await eve.call('POST', '/api/prestige/statement', { headers })
      return { status: answer.statusCode, ...answer.json<StatementLink & { code?: string }>() }
    }
    const gone = { status: 409, code: 'link_revoked' }
    const first = await create('a')
    const second = await create('b')
    expect(await create('a')).toMatchObject(gone)
    expect([(await verify(first.url)).statusCode, (await verify(second.url)).statusCode]).toEqual([404, 200])
    await eve.call('DELETE', '/api/prestige/statement')
    for (const key of ['a', 'b']) expect(await create(key)).toMatchObject(gone)
    expect((await fixture.own(eve)).link).toBeUndefined()
    expect((await verify((await create('c')).url)).statusCode).toBe(200)
    expect((await verify(second.url)).statusCode).toBe(404)
  })

  test('of someone suspended or blocked is not found', async () => {
    const eve = await fixture.person('Eve')
    const finn = await fixture.person('Finn')
    const url = await linkOf(eve)
    await finn.call('PUT', `/api/blocks/${eve.uid}`)
    expect([(await verify(url, finn.call)).statusCode, (await verify(url)).statusCode]).toEqual([404, 200])
    await fixture.changeMember(eve.uid, { status: 'suspended' })
    expect((await verify(url)).statusCode).toBe(404)
  })
})

test('a profile shows the tier to those whom its owner chose', async () => {
  const eve = await fixture.person('Eve')
  await fixture.earnBronze(eve.uid)
  const seenBy = async ({ call }: Person, url: string) =>
    (await call('GET', url)).json<MemberProfile>().prestige
  const profile = `/api/members/${eve.uid}`
  expect(await seenBy(fixture.ada, profile)).toMatchObject({ tier: 'Bronze', people: 4 })
  expect(await seenBy(eve, '/api/me/view-as/visitor')).toBeUndefined()
  await fixture.share(eve, false, 'connections')
  expect(await seenBy(fixture.ada, profile)).toBeUndefined()
  expect(await seenBy(eve, '/api/me/view-as/connection')).toMatchObject({ tier: 'Bronze' })
  await fixture.share(eve, false, 'me')
  expect(await seenBy(eve, '/api/me/view-as/connection')).toBeUndefined()
})

describe('for admins', () => {
  test('a closed ring is flagged, and a group with a confirmation from outside is not', async () => {
    const ring = ['ring-a', 'ring-b', 'ring-c']
    const open = ['open-a', 'open-b', 'open-c']
    for (const group of [ring, open]) {
      for (const member of group) {
        for (const [at, other] of group.filter((id) => id !== member).entries()) {
          await fixture.award(member, 'referral', 1 + at * 7, other)
        }
      }
    }
    await fixture.award('open-a', 'thanks', 1, fixture.ada.uid)
    await fixture.calculate()
    const answer = await fixture.admin.call('GET', '/api/admin/prestige/rings')
    const rings = answer.json<Rings>().items.map(({ members: all }) => all.map(({ id }) => id).toSorted())
    expect(rings).toContainEqual(ring)
    expect(rings.flat()).not.toContain('open-a')
    expect((await fixture.ada.call('GET', '/api/admin/prestige/rings')).statusCode).toBe(403)
  })

  test('a dry run says whose tier would change, page by page, and changes nothing', async () => {
    const eve = await fixture.person('Eve Dry')
    await fixture.earnBronze(eve.uid)
    const rules = {
      weeklyCap: 40,
      samePairShares: [1, 0.5, 0],
      samePairDays: 90,
      graceDays: 30,
      tiers: [
        { points: 61, people: 3 },
        { points: 150, people: 8 },
        { points: 350, people: 15 },
      ],
    }
    const changes: DryRunResult['changes'] = []
    let cursor: string | undefined
    do {
      const body = { rules, ...(cursor && { cursor }) }
      const page = (
        await fixture.admin.call('POST', '/api/admin/prestige/dry-run', { body })
      ).json<DryRunResult>()
      changes.push(...page.changes)
      cursor = page.next
    } while (cursor)
    expect(changes).toContainEqual({
      member: { id: eve.uid, displayName: 'Eve Dry' },
      from: 'Bronze',
      to: 'Member',
    })
    expect((await fixture.own(eve)).summary.tier).toBe('Bronze')
    const audit = await fixture.admin.call('GET', '/api/admin/audit')
    expect(audit.body).toContain('prestige.dry_run')
    const falling = { ...rules, tiers: rules.tiers.toReversed() }
    const refused = await fixture.admin.call('POST', '/api/admin/prestige/dry-run', {
      body: { rules: falling },
    })
    expect(refused.statusCode).toBe(400)
  })
})
