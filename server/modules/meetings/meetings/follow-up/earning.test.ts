import { afterAll, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { introductions } from '#server/modules/people/introductions/collection.ts'
import { pairOf } from '#server/modules/people/introductions/introduction-state.ts'
import { prestigeEntries } from '#server/modules/prestige/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { type MeetingPerson, openMeetingFixture } from '#server/testing/fixtures/meeting-fixture.ts'

const fixture = await openMeetingFixture()
afterAll(() => fixture.close())

/** The person's entries with their confirmers, in the order of kinds. */
async function earnedBy({ uid }: MeetingPerson) {
  const entries = await allOf(fixture.app.store, prestigeEntries, {
    where: { member: uid },
    orderBy: 'at',
  })
  return entries
    .filter(({ voided }) => !voided)
    .map(({ kind, confirmedBy }) => [kind, ...confirmedBy])
    .toSorted((a, b) => String(a).localeCompare(String(b)))
}
const ids = (...people: MeetingPerson[]) => people.map(({ uid }) => uid).toSorted()

test('a member who confirms a meeting earns points from each other person who confirms it', async () => {
  const [ada, grace, lin] = await fixture.people(2)
  const { id } = await fixture.schedule(ada, [grace, lin])
  await fixture.age(id, 27 * HOUR)
  await fixture.succeed(ada, 'POST', `/${id}/confirm`, { held: true })
  expect(await earnedBy(ada)).toEqual([])
  await fixture.succeed(grace, 'POST', `/${id}/confirm`, { held: true })
  expect([await earnedBy(ada), await earnedBy(lin)]).toEqual([[['meetingHeld', grace.uid]], []])
  for (let repeated = 0; repeated < 2; repeated += 1)
    await fixture.succeed(lin, 'POST', `/${id}/confirm`, { held: true })
  expect(await earnedBy(ada)).toEqual([['meetingHeld', ...ids(grace, lin)]])
  expect(await earnedBy(lin)).toEqual([['meetingHeld', ...ids(ada, grace)]])
})

test('promises, referrals and thanks earn once, when the person who benefited confirms them', async () => {
  const [ada, grace] = await fixture.people(1)
  const { id } = await fixture.hold(ada, [grace])
  const held = ['meetingHeld', grace.uid]
  const dueOn = fixture.inHours(48).slice(0, 10)
  const { promises } = await fixture.succeed(ada, 'POST', `/${id}/promises`, {
    text: 'Rye',
    to: grace.uid,
    dueOn,
  })
  const promise = `/${id}/promises/${promises[0]!.id}`
  await fixture.succeed(ada, 'POST', `${promise}/done`)
  const outcomes = [
    { kind: 'advice', from: ada.uid, to: grace.uid, note: '' },
    { kind: 'referral', from: ada.uid, to: grace.uid, note: '' },
  ]
  for (const outcome of outcomes) await fixture.succeed(ada, 'POST', `/${id}/outcomes`, outcome)
  expect(await earnedBy(ada)).toEqual([held])

  await fixture.succeed(grace, 'POST', `${promise}/confirm`)
  await fixture.succeed(grace, 'POST', `${promise}/confirm`)
  const recorded = (await fixture.get(grace, id)).outcomes
  await Promise.all(
    [...recorded, ...recorded].map((outcome) =>
      fixture.succeed(grace, 'POST', `/${id}/outcomes/${outcome.id}/confirm`),
    ),
  )
  await fixture.succeed(grace, 'POST', `/${id}/thanks`, { to: ada.uid, text: 'Thank you' })
  expect(await fixture.outcome(grace, 'POST', `/${id}/thanks`, { to: ada.uid, text: 'Again' })).toBe(
    'already_thanked',
  )
  const other = [
    ['referral', grace.uid],
    ['thanks', grace.uid],
  ]
  expect(await earnedBy(ada)).toEqual([held, ['promiseKept', grace.uid], ...other])
  expect(await earnedBy(grace)).toEqual([['meetingHeld', ada.uid]])

  await fixture.succeed(ada, 'POST', `${promise}/reopen`)
  expect(await earnedBy(ada)).toEqual([held, ...other])
})

test('a promise that is reopened and kept again earns points dated by the first time', async () => {
  const [ada, grace] = await fixture.people(1)
  const { id } = await fixture.hold(ada, [grace])
  const { promises } = await fixture.succeed(ada, 'POST', `/${id}/promises`, {
    text: 'Rye',
    to: grace.uid,
    dueOn: fixture.inHours(48).slice(0, 10),
  })
  const promise = `/${id}/promises/${promises[0]!.id}`
  async function keep() {
    await fixture.succeed(ada, 'POST', `${promise}/done`)
    await fixture.succeed(grace, 'POST', `${promise}/confirm`)
  }
  const query = { where: { member: ada.uid }, orderBy: 'at' } as const
  const entry = async () =>
    (await allOf(fixture.app.store, prestigeEntries, query)).find(({ kind }) => kind === 'promiseKept')!

  await keep()
  const validity = { at: fixture.inHours(-100 * 24), expiresAt: fixture.inHours(80 * 24) }
  const first = { ...(await entry()), ...validity }
  await fixture.app.store.transact(async (tx) => tx.put(prestigeEntries, first))
  await fixture.succeed(ada, 'POST', `${promise}/reopen`)
  expect(await entry()).toHaveProperty('voided')
  await keep()
  expect(await entry()).toEqual(first)
})

/** An introducer of two members who accepted this many days ago. */
async function introduced([one, other]: readonly [MeetingPerson, MeetingPerson], daysAgo = 1) {
  const introducer = await fixture.app.member()
  const at = fixture.inHours(-daysAgo * 24)
  const id = `between-${one.uid}-${other.uid}-${introducer.uid}`
  await fixture.app.store.transact(async (tx) =>
    tx.put(introductions, {
      id,
      introducer: introducer.uid,
      people: [one.uid, other.uid],
      pair: pairOf([one.uid, other.uid]),
      reason: 'Both bake',
      introducedAt: at,
      accepted: [one.uid, other.uid],
      declined: [],
      connectedAt: at,
    }),
  )
  return { introducer, id }
}

test('an introducer earns points once both introduced people have confirmed that they met', async () => {
  const [ada, grace, lin] = await fixture.people(2)
  // Time passes only for the meeting.
  const { introducer, id: introduction } = await introduced([ada, grace], 2)
  const source = { kind: 'introduction' as const, id: introduction }
  expect(await fixture.outcome(ada, 'POST', '', fixture.proposal([lin], { source }))).toBe('invalid_input')

  const { id } = await fixture.schedule(ada, [grace, lin], { source })
  await fixture.age(id, 27 * HOUR)
  for (const person of [ada, lin]) await fixture.succeed(person, 'POST', `/${id}/confirm`, { held: true })
  expect(await earnedBy(introducer)).toEqual([])
  await fixture.succeed(grace, 'POST', `/${id}/confirm`, { held: true })
  // An introducer who is not in the meeting learns neither its purpose nor the other participants.
  expect(await earnedBy(introducer)).toEqual([['introductionMet', ...ids(ada, grace)]])
  const ledger = (await introducer.call('GET', '/api/prestige')).body
  expect(ledger).toContain('Introduction that led to a meeting: Both bake')
  expect(ledger).not.toContain(lin.uid)
})

test('an introducer earns points once, even if the two meet again and without naming the introduction', async () => {
  const [ada, grace] = await fixture.people(1)
  const { introducer } = await introduced([grace, ada], 89)
  await fixture.hold(ada, [grace])
  const once = [['introductionMet', ...ids(ada, grace)]]
  expect(await earnedBy(introducer)).toEqual(once)
  await fixture.hold(ada, [grace])
  expect(await earnedBy(introducer)).toEqual(once)
})

test.for([
  ['later than 90 days after both accepted', 91],
  ['before both accepted', 0],
] as const)('an introducer earns no points from a meeting %s', async ([, daysAgo]) => {
  const [ada, grace] = await fixture.people(1)
  const { introducer } = await introduced([ada, grace], daysAgo)
  await fixture.hold(ada, [grace])
  expect(await earnedBy(introducer)).toEqual([])
})
