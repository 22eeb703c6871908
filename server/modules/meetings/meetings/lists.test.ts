import * as fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { blocks } from '#server/modules/people/blocks/collection.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'
import { histories, PEOPLE, play } from '#server/testing/simulations/meeting-steps.ts'
import { sql } from '#server/views/sql.ts'
import { onFirestore, openTemporaryStore, storedRuns } from '#server/testing/temporary-store.ts'

import { meetings } from './collection.ts'
import { createMeetingLists } from './lists.ts'
import { isHiddenCancellation } from './document/state.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = openTemporaryStore([blocks, connections, meetings, members])
let now = 0
const lists = createMeetingLists({ store, clock: () => now })
const PAIRS = PEOPLE.flatMap((blocker) =>
  PEOPLE.filter((blocked) => blocked !== blocker).map((blocked) => ({ blocker, blocked })),
)
afterAll(() => store.close())

const areBlocked = (blocked: typeof PAIRS, one: string, other: string) =>
  blocked.some((pair) => joinedId(pair.blocker, pair.blocked) === joinedId(one, other)) ||
  blocked.some((pair) => joinedId(pair.blocked, pair.blocker) === joinedId(one, other))

test('a meeting is in exactly one list of each participant, and SQL agrees on whether it is off', async () => {
  const reached = new Set<string>()
  const offs = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.nat({ max: 10 }),
      fc.subarray(PAIRS, { maxLength: 2 }),
      fc.subarray([...PEOPLE], { maxLength: 2 }),
      async (all, days, blocked, suspended) => {
        const { meeting, now: end } = play(all, () => {})
        now = end + days * DAY
        await store.transact(async (tx) => {
          for (const pair of PAIRS) {
            const id = joinedId(pair.blocker, pair.blocked)
            if (blocked.includes(pair)) tx.put(blocks, { ...pair, id, blockedAt: isoInstant(end) })
            else tx.delete(blocks, id)
          }
          for (const [at, id] of PEOPLE.entries()) {
            const status = suspended.includes(id) ? 'suspended' : 'active'
            tx.put(members, { ...bulkMember(at, end), id, status })
          }
          tx.put(meetings, meeting)
        })
        for (const member of meeting.participants.filter((id) => !suspended.some((each) => each === id))) {
          const found = { ...(await lists.list(member)), past: (await lists.past(member)).items }
          const names = Object.entries(found).flatMap(([name, items]) => items.map(() => name))
          expect([member, names]).toEqual([member, [expect.any(String)]])
          reached.add(names[0]!)
          const isPresent = (id: string) =>
            !suspended.some((each) => each === id) && !areBlocked(blocked, member, id)
          // None of meetings that have ended.
          const rows = (await store.views()).all<{ isOff: number }>(sql`
            SELECT ${isHiddenCancellation.sql} AS isOff
            FROM meetingMember AS own CROSS JOIN meeting AS m USING (number)
            WHERE own.memberId = ${member} AND m.id = ${meeting.id} AND own.closesAt > ${isoInstant(now)}`)
          const isOff = isHiddenCancellation.of(meeting, { actor: member, now, isPresent })
          expect([member, rows.map((row) => row.isOff === 1)]).toEqual([member, rows.map(() => isOff)])
          for (const row of rows) offs.add(row.isOff === 1)
        }
      },
    ),
    { numRuns: storedRuns(400) },
  )
  // Without this check, a generator that never reached them would prove nothing. There are five lists; with
  // Google's emulator the runs are few.
  expect(reached.size).toBeGreaterThanOrEqual(onFirestore ? 3 : 5)
  expect(offs).toEqual(new Set([true, false]))
})
