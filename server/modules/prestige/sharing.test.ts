import { afterAll, describe, expect, test } from 'vitest'

import type { MemberProfile } from '#shared/people/members.ts'
import type { DryRunResult, PublicStatement, Rings, StatementLink } from '#shared/prestige/schema.ts'
import { type Person, startPrestigeFixture } from '#server/testing/fixtures/prestige-fixture.ts'

const fixture = await startPrestigeFixture()
afterAll(() => fixture.close())

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

  test('a statement can be verified by anyone who has the link, until it is revoked or replaced', async () => {
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

  test('a blocked member and a blocker see the same statement as visitors', async () => {
    const eve = await fixture.person('Eve')
    const finn = await fixture.person('Finn')
    await finn.call('PUT', `/api/blocks/${eve.uid}`)
    for (const [one, other] of [
      [eve, finn],
      [finn, eve],
    ] as const) {
      const url = await linkOf(one)
      for (const call of [other.call, fixture.visitor])
        expect((await verify(url, call)).json()).toMatchObject({ tier: 'Member' })
    }
  })

  test('the statement of someone suspended is not found', async () => {
    const eve = await fixture.person('Eve')
    const url = await linkOf(eve)
    await fixture.changeMember(eve.uid, { status: 'suspended' })
    expect((await verify(url)).statusCode).toBe(404)
  })
})

test('a profile shows the tier to the viewers that its owner chose', async () => {
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
      const body = { rules, cursor }
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
