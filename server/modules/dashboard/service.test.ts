import { expect, test } from 'vitest'

import type { Actor } from '#server/modules/actor.ts'
import { collections } from '#server/collections.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { createModules } from '#server/modules.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

const NOW = Date.parse('2026-07-01T11:30:00Z')
const JOINED = '2026-01-01T00:00:00.000Z'
const ada: Actor = { id: 'ada', email: '', role: 'member', sessionHash: '' }
/** Ada’s connections, and the day on which she wants to get in touch with each. */
const DAYS = { ben: '2026-06-30', cleo: '2026-07-01', dan: '2026-07-02' }

async function dashboardOf(profile: Partial<MemberDocument>) {
  const store = openTemporaryStore(collections)
  const { people, dashboard } = createModules(testPlatform({ store, clock: () => NOW }))
  await store.transact(async (tx) => {
    for (const id of ['ada', ...Object.keys(DAYS)])
      tx.put(members, {
        ...newcomer(id, JOINED),
        version: 1,
        displayName: id,
        onboardedAt: JOINED,
        ...(id === ada.id && profile),
      })
  })
  for (const [id, getInTouchOn] of Object.entries(DAYS)) {
    await people.connections.commands.sendRequest(ada.id, { memberId: id, note: '' })
    const { connectionId = '' } = await people.connections.commands.sendRequest(id, {
      memberId: ada.id,
      note: '',
    })
    await people.notes.write(ada.id, connectionId, 0, { text: '', getInTouchOn })
  }
  return dashboard.dashboard.get(ada)
}

test.for([
  ['Pacific/Kiritimati', ['2026-06-30', '2026-07-01', '2026-07-02']],
  ['Europe/London', ['2026-06-30', '2026-07-01']],
  ['Pacific/Niue', ['2026-06-30', '2026-07-01']],
  ['Etc/GMT+12', ['2026-06-30']],
] as const)('reminders are due by the date where the member is: %s', async ([timeZone, due]) => {
  const { reminders } = await dashboardOf({ timeZone })
  expect(reminders.map(({ getInTouchOn }) => getInTouchOn)).toEqual(due)
})

test('the asks and offers of the first steps count until they expire', async () => {
  const ask = (id: string, expiresAt: string) => ({ id, text: id, expiresAt })
  const ended = ask('ended', '2026-07-01T11:30:00.000Z')
  const current = ask('current', '2026-07-01T11:30:00.001Z')
  const { profile } = await dashboardOf({ asks: [ended], offers: [ended, current] })
  expect(profile.missing).toContain('asks')
  expect(profile.missing).not.toContain('offers')
})
