import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'

import type { ConfirmedPage, DisputedPage } from '#shared/prestige/schema.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { startPrestigeFixture } from '#server/testing/fixtures/prestige-fixture.ts'

import { createAwards } from './awards.ts'
import { prestigeEntries } from './collection.ts'

const fixture = await startPrestigeFixture()
afterAll(() => fixture.close())

const statusAndCode = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  (JSON.parse(answer.body) as { code: string }).code,
]

describe('the own statement', () => {
  test('one’s own statement explains each entry, its confirmers and what is missing', async () => {
    const eve = await fixture.person('Eve Evans')
    await fixture.award(eve.uid, 'meetingHeld', 3, fixture.ada.uid)
    await fixture.award(eve.uid, 'thanks', 2, fixture.ada.uid, 'nobody')
    const { summary, items, sharing } = await fixture.own(eve)
    expect(summary).toEqual({
      tier: 'Member',
      points: 13,
      people: 2,
      missing: { tier: 'Bronze', points: 37, people: 1 },
    })
    expect(sharing).toEqual({ listed: false, visibility: 'members' })
    expect(items).toMatchObject([
      { sentence: 'Thanks received: Printers', points: 3, counted: 3, others: 1, disputable: true },
      { sentence: 'Growth meeting held: Printers', points: 10, counted: 10, others: 0 },
    ])
    expect(items[1]?.confirmedBy).toMatchObject([{ id: fixture.ada.uid, displayName: 'Ada' }])
  })

  test('an undone entry shows its reason, also if an earlier release stored it as text', async () => {
    const eve = await fixture.person('Eve')
    for (const [at, reason] of ['notHost', 'No longer checked in'].entries()) {
      await fixture.award(eve.uid, 'thanks', at, fixture.ada.uid)
      const { id } = (await fixture.own(eve)).items.find(({ voided }) => !voided)!
      await fixture.store.transact(async (tx) => {
        const entry = (await tx.get(prestigeEntries, id))!
        tx.put(prestigeEntries, { ...entry, voided: { cause: 'undone', reason, at: entry.at } })
      })
    }
    const reasons = (await fixture.own(eve)).items.map(({ voided }) => voided?.reason)
    expect(reasons).toEqual(['No longer a host', 'No longer checked in'])
  })

  test('a new tier is announced once', async () => {
    const eve = await fixture.person('Eve')
    await fixture.services.warmUp()
    await fixture.earnBronze(eve.uid)
    await fixture.calculate()
    await fixture.own(eve)
    await fixture.services.notifications.notifications.idle()
    const { items } = await fixture.services.notifications.notifications.list(eve.uid)
    expect(items).toMatchObject([
      { text: 'You reached Bronze, with 60 points from 4 people.', subject: { kind: 'prestige' } },
    ])
  })

  test('one’s own statement explains why an entry counts less', async () => {
    const eve = await fixture.person('Eve')
    for (const days of [3, 2, 1]) await fixture.award(eve.uid, 'meetingHeld', days, fixture.ada.uid)
    await fixture.award(eve.uid, 'meetingHeld', 200, fixture.grace.uid)
    const { items } = await fixture.own(eve)
    expect(items.map(({ counted, less }) => [counted, less])).toEqual([
      [0, 'samePair'],
      [5, 'samePair'],
      [10, undefined],
      [0, 'expired'],
    ])
  })

  test('one’s own statement is paged', async () => {
    const eve = await fixture.person('Eve')
    for (let days = 30; days > 0; days -= 1) await fixture.award(eve.uid, 'thanks', days, `friend-${days}`)
    const first = await fixture.own(eve)
    const second = await fixture.own(eve, `?cursor=${first.next}`)
    expect([first.items.length, second.items.length, second.next]).toEqual([24, 6, undefined])
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(30)
    expect((await eve.call('GET', '/api/prestige?cursor=made-up')).statusCode).toBe(400)
  })
})

test('pages of confirmed entries are full although some members are hidden from the confirmer', async () => {
  const eve = await fixture.person('Eve')
  const finn = await fixture.person('Finn')
  const gil = await fixture.person('Gil')
  for (let days = 60; days > 0; days -= 1)
    await fixture.award(days % 2 ? finn.uid : gil.uid, 'thanks', days, eve.uid)
  expect((await finn.call('PUT', `/api/blocks/${eve.uid}`)).statusCode).toBeLessThan(300)
  const page = async (query = '') =>
    (await eve.call('GET', `/api/prestige/confirmed${query}`)).json<ConfirmedPage>()
  const first = await page()
  const second = await page(`?cursor=${first.next}`)
  expect([first.items.length, second.items.length, second.next]).toEqual([24, 6, undefined])
  const items = [...first.items, ...second.items]
  expect(new Set(items.map(({ member }) => member.id))).toEqual(new Set([gil.uid]))
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})

describe('a dispute', () => {
  test('a dispute is raised by a confirmer, decided by an admin, and both see the decision', async () => {
    const eve = await fixture.person('Eve Evans')
    const finn = await fixture.person('Finn Fox')
    await fixture.award(eve.uid, 'referral', 1, finn.uid)
    const [entry] = await fixture.confirmedBy(finn)
    expect(entry).toMatchObject({ member: { displayName: 'Eve Evans' }, points: 15, disputes: [] })
    for (let times = 0; times < 2; times += 1)
      expect((await fixture.dispute(finn, entry!.id)).statusCode).toBe(204)
    const open = await fixture.own(eve)
    expect(open.summary.points).toBe(15)
    expect(open.items[0]?.disputes).toMatchObject([
      { mine: false, by: { displayName: 'Finn Fox' }, reason: 'That was not us.' },
    ])

    const { admin } = fixture
    const queue = (await admin.call('GET', '/api/admin/prestige/disputes')).json<DisputedPage>().items
    expect(queue).toMatchObject([
      {
        id: entry!.id,
        member: { displayName: 'Eve Evans' },
        disputes: [{ by: { displayName: 'Finn Fox' } }],
        decidable: true,
      },
    ])
    const decide = (outcome: string) =>
      admin.call('POST', `/api/admin/prestige/entries/${entry!.id}/decision`, {
        body: { outcome, reason: 'Finn never received it.' },
      })
    for (let times = 0; times < 2; times += 1) expect((await decide('voided')).statusCode).toBe(204)
    expect(statusAndCode(await decide('upheld'))).toEqual([409, 'dispute_decided'])
    const decision = { outcome: 'voided', reason: 'Finn never received it.' }
    const after = await fixture.own(eve)
    expect(after.summary.points).toBe(0)
    expect(after.items[0]).toMatchObject({
      counted: 0,
      less: 'voided',
      disputes: [{ decision }],
      disputable: false,
    })
    expect((await fixture.confirmedBy(finn))[0]).toMatchObject({
      voided: { reason: decision.reason },
      disputes: [{ mine: true, decision }],
    })
    expect(statusAndCode(await fixture.dispute(eve, entry!.id))).toEqual([409, 'dispute_decided'])
    expect((await admin.call('GET', '/api/admin/prestige/disputes')).json<DisputedPage>().items).toEqual([])
  })

  test('a dispute of an upheld entry leaves it, and cannot be raised again by the same person', async () => {
    const eve = await fixture.person('Eve')
    await fixture.award(eve.uid, 'thanks', 1, fixture.ada.uid)
    const [entry] = (await fixture.own(eve)).items
    await fixture.dispute(eve, entry!.id, 'It was for someone else.')
    const body = { outcome: 'upheld', reason: 'Ada says that it was you.' }
    await fixture.admin.call('POST', `/api/admin/prestige/entries/${entry!.id}/decision`, { body })
    expect((await fixture.own(eve)).items[0]).toMatchObject({ counted: 3, disputable: false })
    expect(statusAndCode(await fixture.dispute(eve, entry!.id))).toEqual([409, 'dispute_decided'])
    expect((await fixture.dispute(fixture.ada, entry!.id)).statusCode).toBe(204)
    await fixture.admin.call('POST', `/api/admin/prestige/entries/${entry!.id}/decision`, { body })
  })

  test('a dispute of an unrelated or missing entry is a 404', async () => {
    const eve = await fixture.person('Eve')
    await fixture.award(eve.uid, 'thanks', 1, fixture.ada.uid)
    const [entry] = (await fixture.own(eve)).items
    for (const id of [entry!.id, 'no-such-entry']) {
      expect(statusAndCode(await fixture.dispute(fixture.grace, id))).toEqual([404, 'entry_not_found'])
    }
    expect((await fixture.dispute(eve, entry!.id, '  ')).statusCode).toBe(400)
    expect((await fixture.dispute(eve, entry!.id, '\u200B\u200B\u200B')).statusCode).toBe(400)
    expect((await fixture.dispute(eve, entry!.id, 'x'.repeat(501))).statusCode).toBe(400)
  })

  test('a dispute can be decided only by an admin, but not by the one whose entry it is', async () => {
    const { admin, ada } = fixture
    await fixture.award(admin.uid, 'thanks', 1, ada.uid)
    const [entry] = (await fixture.own(admin)).items
    await fixture.dispute(ada, entry!.id)
    const url = `/api/admin/prestige/entries/${entry!.id}/decision`
    const body = { outcome: 'upheld', reason: 'It was me.' }
    expect(statusAndCode(await admin.call('POST', url, { body }))).toEqual([403, 'own_entry'])
    expect((await ada.call('POST', url, { body })).statusCode).toBe(403)
    const queue = (await admin.call('GET', '/api/admin/prestige/disputes')).json<DisputedPage>().items
    expect(queue.find(({ id }) => id === entry!.id)?.decidable).toBe(false)
  })

  test('a voided entry stays voided when it is earned again', async () => {
    const eve = await fixture.person('Eve')
    const again = () =>
      fixture.store.transact((tx) =>
        createAwards({ clock: fixture.clock, newId: randomUUID }).award(tx, {
          kind: 'thanks',
          member: eve.uid,
          source: 'meeting:same',
          confirmedBy: [fixture.ada.uid],
          at: inHours(-1),
          subject: 'Printers',
        }),
      )
    await again()
    const [entry] = (await fixture.own(eve)).items
    await fixture.dispute(fixture.ada, entry!.id)
    const body = { outcome: 'voided', reason: 'Not given.' }
    await fixture.admin.call('POST', `/api/admin/prestige/entries/${entry!.id}/decision`, { body })
    await again()
    expect((await fixture.own(eve)).summary.points).toBe(0)
  })
})
