import { expect, onTestFinished, test } from 'vitest'

import type { CheckInListAnswer } from '#shared/check-in.ts'
import { inHours, startOrganiserFixture } from '#server/testing/organiser-fixture.ts'

test('the check-in list is left out while a device has it, and sent after any change of it', async () => {
  const fixture = await startOrganiserFixture()
  onTestFinished(fixture.close)
  const event = await fixture.putEvent({}, [fixture.ada.uid, fixture.grace.uid])
  const list = async (known = '') => {
    const path = `/api/events/${event.id}/check-in-list${known && `?revision=${known}`}`
    return (await fixture.organiser.call('GET', path)).json<CheckInListAnswer>()
  }
  const changes = [
    () => fixture.putRsvp(event, fixture.rival.uid, 'going'),
    () => fixture.putRsvp(event, fixture.ada.uid, 'going', { checkedInAt: inHours(0) }),
    () => fixture.putRsvp(event, fixture.ada.uid, 'declined'),
    () => fixture.changeMember(fixture.rival.uid, { company: 'Rival & Daughters' }),
  ]
  let { revision } = await list()
  for (const change of changes) {
    expect(await list(revision)).toEqual({ revision })
    await change()
    const changed = await list(revision)
    expect(changed.revision).not.toBe(revision)
    expect(changed.items).toEqual((await list()).items)
    revision = changed.revision
  }
  await fixture.putRsvp(event, 'waiting', 'waitlisted', { ticket: 9 })
  expect(await list(revision)).toEqual({ revision })
})
