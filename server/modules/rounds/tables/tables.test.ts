import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'

import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { eventGuests } from '#server/modules/attendance/guests/collection.ts'
import { hashOfSecret } from '#server/lib/secret-links.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { CheckInList } from '#shared/attendance/check-in.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { OwnTables, TableDeal, TablePlan } from '#shared/rounds/tables.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import {
  changedBetween,
  planFrom,
  startTableFixture,
  tablesIn,
  unseatedIn,
} from '#server/testing/fixtures/table-fixture.ts'

// Seating runs on threads, on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const app = await startTableFixture()
afterAll(() => app.close())

const refusal = async (answer: ReturnType<typeof app.call>) => (await answer).json<{ code: string }>().code
const changeRsvp = (event: string, member: string, more: object) =>
  app.store.transact(async (tx) => {
    const rsvp = await tx.get(rsvps, joinedId(event, member))
    tx.put(rsvps, { ...rsvp!, ...more })
  })

test('an organiser seats everyone who is going, and nobody shares a table twice', async () => {
  const { id, going } = await app.eventOf(12)
  expect(await app.planOf(id)).toMatchObject({ version: 0, tables: 0, repeats: [] })
  const plan = await planFrom(app.deal(id, 0, { size: 3 }))
  expect(plan).toMatchObject({ version: 1, rounds: 2, size: 3, tables: 4, repeats: [] })
  expect(plan.people).toHaveLength(going.length)
  expect(plan.people.every(({ tables }) => tables.length === 2 && tables.every((table) => table > 0))).toBe(
    true,
  )
  expect(await app.planOf(id)).toEqual(plan)
})

test('unavoidable repeats are reported, without people who belong together', async () => {
  const { id, going } = await app.eventOf(5)
  const [one, other] = [going[0]!.uid, going[1]!.uid]
  const { repeats } = await planFrom(app.deal(id, 0, { size: 6, rounds: 2, together: [[one, other]] }))
  // All ten pairs share the only table.
  expect(repeats).toHaveLength(9)
  expect(repeats.some((pair) => pair.includes(one) && pair.includes(other))).toBe(false)
})

test('an admin who does not organise the event is audited', async () => {
  const { id } = await app.eventOf(4)
  await planFrom(app.deal(id, 0, {}, app.admin))
  await planFrom(app.deal(id, 1))
  const found = await allOf(app.store, auditEntries, { where: { target: id }, orderBy: 'at' })
  expect(found.map(({ action }) => action)).toEqual(['event.tables_changed_by_admin'])
})

test('members who block each other sit apart in silence, while an organiser can seat them together', async () => {
  const { id, going } = await app.eventOf(8)
  const [one, other] = [going[0]!, going[1]!]
  await one.call('PUT', `/api/blocks/${other.uid}`)
  for (let version = 0; version < 3; version += 1) {
    const plan = await planFrom(app.deal(id, version, { rounds: 1 }))
    const tables = tablesIn(plan)
    expect(tables.get(one.uid)).not.toEqual(tables.get(other.uid))
    expect(plan.apart).toEqual([])
  }
  const plan = await planFrom(app.deal(id, 3, { together: [[one.uid, other.uid]] }))
  expect(tablesIn(plan).get(one.uid)).toEqual(tablesIn(plan).get(other.uid))
})

test('a block after the seating changes nothing until the seats are updated, with as few changes as possible', async () => {
  const { id, going } = await app.eventOf(8)
  const plan = await planFrom(app.deal(id, 0, { rounds: 1 }))
  const [one, other] = [...Map.groupBy(plan.people, ({ tables }) => tables[0]!).values()][0]!
  const blocker = going.find(({ uid }) => uid === one!.member.id)!
  await blocker.call('PUT', `/api/blocks/${other!.member.id}`)
  expect(tablesIn(await app.planOf(id))).toEqual(tablesIn(plan))
  const updated = await planFrom(app.deal(id, 1, { rounds: 1, keep: true }))
  expect(tablesIn(updated).get(one!.member.id)).not.toEqual(tablesIn(updated).get(other!.member.id))
  expect(changedBetween(plan, updated)).toHaveLength(2)
})

test('someone who cancels or is suspended leaves the plan, and gets the seat back when they return', async () => {
  const { id, going } = await app.eventOf(9)
  const plan = await planFrom(app.deal(id, 0))
  const [cancels, suspended] = [going[0]!.uid, going[1]!.uid]
  await changeRsvp(id, cancels, { state: 'declined' })
  await app.changeMember(suspended, { status: 'suspended' })
  const without = await app.planOf(id)
  expect(without.people.map(({ member }) => member.id)).not.toContain(cancels)
  expect(without.people.map(({ member }) => member.id)).not.toContain(suspended)
  expect(without.people).toHaveLength(7)
  await changeRsvp(id, cancels, { state: 'going' })
  await app.changeMember(suspended, { status: 'active' })
  expect(tablesIn(await app.planOf(id))).toEqual(tablesIn(plan))
})

test('someone promoted from the waitlist has no seat until the seats are updated, and nobody else moves', async () => {
  const { id, going } = await app.eventOf(11)
  const late = going[0]!.uid
  await changeRsvp(id, late, { state: 'waitlisted' })
  const plan = await planFrom(app.deal(id, 0))
  await changeRsvp(id, late, { state: 'going' })
  expect(unseatedIn(await app.planOf(id))).toEqual([late])
  const updated = await planFrom(app.deal(id, 1, { keep: true }))
  expect(unseatedIn(updated)).toEqual([])
  expect(changedBetween(plan, updated)).toEqual([])
})

test('after check-in, only those who arrived are seated, and most keep their seats', async () => {
  const { id, going } = await app.eventOf(12, { startsAt: inHours(-1), endsAt: inHours(3) })
  const plan = await planFrom(app.deal(id, 0, { rounds: 1 }))
  expect(await refusal(app.deal(id, 1, { who: 'checkedIn' }))).toBe('nobody_to_seat')
  for (const { uid } of going.slice(0, 9))
    await changeRsvp(id, uid, { checkedInAt: inHours(-1), checkedInBy: app.organiser.uid })
  const updated = await planFrom(app.deal(id, 1, { rounds: 1, who: 'checkedIn', keep: true }))
  expect(unseatedIn(updated).toSorted()).toEqual(
    going
      .slice(9)
      .map(({ uid }) => uid)
      .toSorted(),
  )
  const moved = changedBetween(plan, updated).filter(({ checkedInAt }) => checkedInAt)
  expect(moved.length).toBeLessThan(4)
})

test('guests sit with their member and take seats', async () => {
  const { id, going } = await app.eventOf(6)
  await changeRsvp(id, going[0]!.uid, { guests: 2 })
  const { people: all, tables } = await planFrom(app.deal(id, 0, { rounds: 1 }))
  expect(tables).toBe(2)
  const taken = Map.groupBy(all, (person) => person.tables[0])
  expect([...taken.values()].map((some) => some.reduce((sum, { guests }) => sum + 1 + guests, 0))).toEqual([
    4, 4,
  ])
})

async function putGuest(
  event: EventDocument,
  { id = 'guest:door', email = 'gus@example.org', link = 'K'.repeat(22) } = {},
) {
  const guest = { id, linkKey: 'key', event: event.id, email, name: 'Gus', namedBy: [], language: 'en' }
  const times = { createdAt: inHours(-1), sentAt: inHours(-1), confirmedAt: inHours(-1) }
  await app.store.transact(async (tx) =>
    tx.put(eventGuests, { ...guest, ...times, linkHash: hashOfSecret(link), deleteAt: inHours(900) }),
  )
  await app.putRsvp(event, id, 'going')
  return guest
}

test('a guest without an account sees their tables once they are checked in and the plan is published', async () => {
  const { id, event } = await app.eventOf(5)
  const link = 'L'.repeat(22)
  const guest = await putGuest(event, { link })
  const shown = async (of = link) =>
    (await app.visitor('POST', '/api/guests/tables', { body: { link: of } })).json<{ rounds?: unknown[] }>()
      .rounds
  await planFrom(app.deal(id, 0, { rounds: 2 }))
  await planFrom(
    app.call(app.organiser, 'PUT', `${id}/tables/publication`, { version: 1, body: { isPublished: true } }),
  )
  expect(await shown()).toEqual([])
  const at = new Date(app.clock()).toISOString()
  await app.putRsvp(event, guest.id, 'going', { checkedInAt: at, checkedInBy: app.organiser.uid })
  expect(await shown()).toEqual([
    { round: 1, table: expect.any(Number) },
    { round: 2, table: expect.any(Number) },
  ])
  await planFrom(
    app.call(app.organiser, 'PUT', `${id}/tables/publication`, { version: 2, body: { isPublished: false } }),
  )
  expect(await shown()).toEqual([])
  expect(await shown('A'.repeat(22))).toBeUndefined()
})

test('a guest who joins keeps the tables, and stays together and apart as arranged', async () => {
  const { id, event, going } = await app.eventOf(5)
  const [friend, other] = [going[0]!.uid, going[1]!.uid]
  const email = `${randomUUID()}@example.org`
  const guest = await putGuest(event, { id: 'guest:joins', email })
  const groups = { together: [[guest.id, friend]], apart: [[guest.id, other]] }
  const before = await planFrom(app.deal(id, 0, { size: 3, ...groups }))
  const { uid } = await app.member({ email })
  const after = await app.planOf(id)
  expect(tablesIn(after).get(uid)).toEqual(tablesIn(before).get(guest.id))
  expect(after).toMatchObject({
    version: before.version + 1,
    together: [[uid, friend]],
    apart: [[uid, other]],
  })
  expect(unseatedIn(after)).toEqual([])
})

test('a member with tables keeps them on changing to the address of a guest', async () => {
  const { id, event, going } = await app.eventOf(4)
  const email = `${randomUUID()}@example.org`
  await putGuest(event, { id: 'guest:both', email })
  const before = await planFrom(app.deal(id, 0, { size: 3 }))
  const { uid } = going[0]!
  await app.services.accounts.admission.admit({ uid, email })
  const after = await app.planOf(id)
  expect(tablesIn(after).get(uid)).toEqual(tablesIn(before).get(uid))
  expect(after.people).toHaveLength(going.length)
})

test('impossible wishes are refused beside their fields', async () => {
  const { id, going } = await app.eventOf(6)
  const ids = going.map(({ uid }) => uid)
  const fields = async (more: Partial<TableDeal>) =>
    Object.keys((await app.deal(id, 0, more)).json<{ fields: object }>().fields)
  expect(await fields({ together: [ids.slice(0, 5)] })).toEqual(['together'])
  expect(await fields({ together: [ids.slice(0, 3)], apart: [ids.slice(2, 4), ids.slice(0, 2)] })).toEqual([
    'apart',
  ])
  // Groups that share someone are one.
  const [a, b, c, d, e, f] = ids as [string, string, string, string, string, string]
  expect(
    await fields({
      together: [
        [a, b, c],
        [d, e],
        [e, f],
        [c, d],
      ],
      size: 5,
    }),
  ).toEqual(['together'])
  expect(
    await fields({
      together: [
        [a, b],
        [b, c],
      ],
      apart: [[a, c]],
    }),
  ).toEqual(['apart'])
  // Six people sit at two tables.
  expect(await fields({ apart: [[a, b, c]] })).toEqual(['apart'])
  await changeRsvp(id, a, { guests: 3 })
  expect(await fields({ together: [[a, b]] })).toEqual(['together'])
  await changeRsvp(id, a, { guests: 0 })
  // Someone who is not going is left out of the groups.
  const { together } = await planFrom(app.deal(id, 0, { together: [[ids[0]!, app.ada.uid]] }))
  expect(together).toEqual([])
})

test('tables have the sizes that an organiser gives, also when seats are updated', async () => {
  const { id, going } = await app.eventOf(11)
  const ids = going.map(({ uid }) => uid)
  const sizes = [5, 3, 3]
  const seatsAt = ({ people: all }: TablePlan, table: number) =>
    all.filter(({ tables }) => tables[0] === table).length
  const first = await planFrom(app.deal(id, 0, { rounds: 1, size: 3, sizes, together: [ids.slice(0, 5)] }))
  expect(first).toMatchObject({ tables: 3, sizes })
  expect([1, 2, 3].map((table) => seatsAt(first, table))).toEqual(sizes)
  const again = await planFrom(app.deal(id, 1, { rounds: 1, size: 3, sizes, keep: true }))
  expect(again.people.map(({ tables }) => tables)).toEqual(first.people.map(({ tables }) => tables))
  for (const wrong of [[2], [21], [], Array.from({ length: 101 }, () => 6)])
    expect((await app.deal(id, 2, { sizes: wrong })).statusCode).toBe(400)
})

test('a host, a helper and other members cannot see or change the tables', async () => {
  const { id } = await app.eventOf(4, { hosts: [app.ada.uid], helpers: [app.grace.uid] })
  for (const who of [app.ada, app.grace, app.rival]) {
    expect((await app.call(who, 'GET', `${id}/tables`)).statusCode).toBe(403)
    expect((await app.deal(id, 0, {}, who)).statusCode).toBe(403)
  }
})

test('the reasons of a table are asks and offers that match, without people hidden from the organiser', async () => {
  const { id, going } = await app.eventOf(3)
  const [asker, offerer] = [going[0]!, going[1]!]
  const topic = { id: 'topic', text: 'Letterpress workshop', renewedAt: inHours(-1), expiresAt: inHours(99) }
  const listed = { onboardedAt: inHours(-9) }
  await app.changeMember(asker.uid, { ...listed, asks: [topic], displayName: 'Asker' })
  await app.changeMember(offerer.uid, { ...listed, offers: [topic], displayName: 'Offerer' })
  await planFrom(app.deal(id, 0, { rounds: 1 }))
  const reasons = async () =>
    (await app.call(app.organiser, 'GET', `${id}/tables/reasons?round=1`)).json<unknown>()
  expect(await reasons()).toEqual({
    items: [{ table: 1, reasons: [expect.stringMatching(/^Asker.*Letterpress workshop.*Offerer/)] }],
  })
  await asker.call('PUT', `/api/blocks/${app.organiser.uid}`)
  expect(await reasons()).toEqual({ items: [{ table: 1, reasons: [] }] })
})

test('the check-in list has the tables of everyone, whether or not they are published', async () => {
  const { id, going } = await app.eventOf(4, { startsAt: inHours(1), endsAt: inHours(3) })
  const list = async () =>
    (await app.organiser.call('GET', `/api/events/${id}/check-in-list`)).json<CheckInList>()
  const tablesAtDoor = async () => (await list()).items.map(({ tables }) => tables)
  expect(await tablesAtDoor()).toEqual(going.map(() => undefined))
  const { revision } = await list()
  await planFrom(app.deal(id, 0, { rounds: 2, size: 3 }))
  expect(await tablesAtDoor()).toEqual(going.map(() => [expect.any(Number), expect.any(Number)]))
  expect((await list()).revision).not.toBe(revision)
  await changeRsvp(id, going[0]!.uid, { state: 'waitlisted' })
  await planFrom(app.deal(id, 1, { keep: true }))
  await changeRsvp(id, going[0]!.uid, { state: 'going' })
  expect((await tablesAtDoor()).filter((tables) => tables!.length === 0)).toHaveLength(1)
})

test('members see their own tables while the plan is published, without people whom they do not see elsewhere', async () => {
  const { id, going } = await app.eventOf(5)
  const [ada, blocker, suspended, ...others] = going
  await planFrom(app.deal(id, 0, { rounds: 1, size: 6 }))
  const own = async (who: typeof app.ada) =>
    (await who.call('GET', `/api/events/${id}/tables/own`)).json<OwnTables>().rounds
  const hasTables = async () =>
    (await ada!.call('GET', `/api/events/${id}`)).json<EventDetails>().mine?.hasTables
  const publish = (version: number, isPublished: boolean) =>
    planFrom(app.call(app.organiser, 'PUT', `${id}/tables/publication`, { version, body: { isPublished } }))
  expect([await own(ada!), await hasTables()]).toEqual([[], undefined])

  await publish(1, true)
  await blocker!.call('PUT', `/api/blocks/${ada!.uid}`)
  await app.changeMember(suspended!.uid, { status: 'suspended' })
  const [first, ...more] = await own(ada!)
  expect(more).toEqual([])
  expect(first).toMatchObject({ round: 1, table: 1 })
  expect(first!.people.map((person) => person.id).toSorted()).toEqual(others.map(({ uid }) => uid).toSorted())
  expect(await hasTables()).toBe(true)
  expect(await own(app.grace)).toEqual([])

  await publish(2, false)
  expect([await own(ada!), await hasTables()]).toEqual([[], undefined])
})
