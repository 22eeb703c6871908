import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Person, startPrestigeFixture } from '#server/testing/fixtures/prestige-fixture.ts'

let eve: Person
let finn: Person
let gwen: Person
const fixture = await startPrestigeFixture()
beforeAll(async () => {
  // Created before time passes, which ends the period for signing in.
  eve = await fixture.person('Eve')
  finn = await fixture.person('Finn')
  gwen = await fixture.person('Gwen')
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

/** Texts, latest first. */
async function texts({ uid }: Person) {
  await fixture.calculate()
  await fixture.services.notifications.notifications.idle()
  return (await fixture.services.notifications.notifications.list(uid)).items.map(({ text }) => text)
}

test('a member is notified once of the points that they earned', async () => {
  await fixture.award(eve.uid, 'meetingHeld', 2, fixture.ada.uid)
  const first = 'You earned 10 points: Growth meeting held: Printers'
  expect(await texts(eve)).toEqual([first])
  expect(await texts(eve)).toEqual([first])
  await fixture.award(eve.uid, 'thanks', 1, fixture.grace.uid)
  expect(await texts(eve)).toEqual(['You earned 3 points: Thanks received: Printers', first])
})

test('points that are earned at once are one notification', async () => {
  await fixture.award(finn.uid, 'meetingHeld', 3, fixture.ada.uid)
  await fixture.award(finn.uid, 'thanks', 2, fixture.grace.uid)
  await fixture.award(finn.uid, 'thanks', 1, `friend-${finn.uid}`)
  expect(await texts(finn)).toEqual(['You earned 16 points: Growth meeting held: Printers, and 2 more'])
})

test('an entry without counted points notifies no one', async () => {
  for (const days of [4, 3]) await fixture.award(gwen.uid, 'meetingHeld', days, fixture.ada.uid)
  const before = await texts(gwen)
  expect(before).toHaveLength(1)
  await fixture.award(gwen.uid, 'meetingHeld', 2, fixture.ada.uid)
  expect(await texts(gwen)).toEqual(before)
})
