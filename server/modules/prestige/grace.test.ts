import { afterAll, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { formatDay } from '#server/modules/notifications/topics/when.ts'
import { startPrestigeFixture } from '#server/testing/fixtures/prestige-fixture.ts'

const fixture = await startPrestigeFixture()
afterAll(() => fixture.close())

test('a member is notified once that their tier is about to be lost, with the day in their zone', async () => {
  const eve = await fixture.person('Eve', { timeZone: 'Pacific/Kiritimati' })
  await fixture.services.warmUp()
  // The first of 60 points expire after 180 days.
  for (const [at, name] of ['w', 'x', 'y', 'z'].entries())
    await fixture.award(eve.uid, 'referral', 179.9 - at * 7, `${name}-${eve.uid}`)
  const texts = async () => {
    await fixture.calculate()
    await fixture.services.notifications.notifications.idle()
    return (await fixture.services.notifications.notifications.list(eve.uid)).items.map(({ text }) => text)
  }
  expect(await texts()).toEqual(['You reached Bronze, with 60 points from 4 people.'])
  fixture.advance(3 * HOUR)
  const [warning, ...others] = await texts()
  expect(others).toHaveLength(1)
  const { graceUntil } = await fixture.own(eve).then(({ summary }) => summary)
  const day = formatDay(graceUntil!, 'Pacific/Kiritimati')
  expect(warning).toBe(`Your Bronze tier ends on ${day}, unless you earn what is missing by then.`)
  await fixture.award(eve.uid, 'thanks', 0, fixture.ada.uid)
  expect((await texts()).filter((text) => text === warning)).toHaveLength(1)
})
