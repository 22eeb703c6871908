import type { MeetingProposal } from '#shared/meetings.ts'
import { RULES_IN_FORCE } from '#shared/prestige-rules.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { createAwards } from '#server/features/prestige/awards.ts'
import { prestigeSettings, prestigeSummaries } from '#server/features/prestige/collection.ts'
import { isoInstant, systemClock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { meetingDocument } from '#server/testing/meetings.ts'

import { connectionOf, seedCommunity, VIEWER } from './community.ts'
import { startProduct } from './product.ts'
import type { Row } from './row.ts'

const MEMBERS = 100_000
const ENTRIES = 10_000
const BATCH = 5_000
/** Of each organiser, fewer than can be open. */
const MEETINGS = 40
const ORGANISERS = 24
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

const memberAt = (at: number) => `member-${at}`
/** They propose meetings. */
const proposing = Array.from({ length: ORGANISERS }, (_, at) => 1 + at)
/** Theirs are voted on. */
const voting = proposing.map((at) => ORGANISERS + at)
const inHours = (hours: number) => isoInstant(systemClock() + hours * HOUR)

/** Growth meetings and prestige through the whole stack, for a member with 10,000 entries among 100,000 who are listed. */
export async function growthRows(): Promise<Row[]> {
  const slots = [inHours(48), inHours(72)]
  const product = await startProduct(
    async (store) => {
      await seedCommunity(store, MEMBERS)
      await seedGrowth(store, slots)
    },
    [VIEWER, ...[...proposing, ...voting].map(memberAt)],
  )
  const target = 0.02
  const eachMeeting = <T>(organisers: readonly number[], of: (organiser: number, nth: number) => T) =>
    Array.from({ length: MEETINGS }, (_, nth) => organisers.map((at) => of(at, nth))).flat()
  const proposals = eachMeeting(proposing, (at, nth) => ({
    as: memberAt(at),
    method: 'POST' as const,
    path: '/api/meetings',
    body: proposalTo(connectionOf(at, nth, MEMBERS), slots),
  }))
  const votes = eachMeeting(voting, (at, nth) => ({
    as: memberAt(at),
    method: 'PUT' as const,
    path: `/api/meetings/${meetingId(at, nth)}/votes`,
    body: { votes: slots.map((slot) => ({ slot, vote: 'ifNeeded' })) },
  }))
  try {
    return [
      await product.write('propose a growth meeting', proposals, target),
      await product.write('vote on the times of a growth meeting', votes, target),
      await product.read({ name: 'dashboard, 10,000 entries', path: '/api/dashboard', as: VIEWER, target }),
      await product.read({ name: 'own prestige, 10,000 entries', path: '/api/prestige', as: VIEWER, target }),
      await product.read({
        name: 'prestige page, 100,000 members listed',
        path: '/api/public/prestige/members',
        target: 0.1,
      }),
      await product.read({
        name: 'the same for a member',
        path: '/api/public/prestige/members',
        as: VIEWER,
        target: 0.01,
      }),
    ]
  } finally {
    await product.stop()
  }
}

const meetingId = (organiser: number, nth: number) => `meeting-${organiser}-${nth}`

const proposalTo = (participant: string, slots: string[]): MeetingProposal => ({
  purpose: 'Who bakes for whom',
  kind: 'advice',
  participants: [participant],
  durationMinutes: 60,
  slots,
  place: 'The corner café',
  joinUrl: '',
  agenda: ['Bread', 'Signs'],
})

async function seedGrowth(store: Store, slots: readonly string[]) {
  for (const at of voting)
    await store.transact(async (tx) => {
      for (let nth = 0; nth < MEETINGS; nth++) tx.put(meetings, proposedMeeting(at, nth, slots))
    })
  await seedEntries(store)
  for (let from = 0; from < MEMBERS; from += BATCH)
    await store.transact(async (tx) => {
      for (let at = from; at < from + BATCH; at++) {
        const id = memberAt(at)
        tx.put(prestigeSettings, { id, listed: true, visibility: 'members' })
        // The viewer's is calculated.
        if (at > 0) tx.put(prestigeSummaries, { id, revision: 'seeded', evaluated: evaluationOf(at) })
      }
    })
}

const proposedMeeting = (at: number, nth: number, slots: readonly string[]) =>
  meetingDocument(meetingId(at, nth), [memberAt(at), connectionOf(at, nth, MEMBERS)], {
    state: 'proposed',
    sequence: 0,
    votingSince: inHours(-1),
    slots: slots.map((startsAt) => ({ startsAt, votes: [] })),
  })

/** Over a year, so that half of them still count. */
async function seedEntries(store: Store) {
  const { award } = createAwards({ clock: systemClock, newId: () => 'seeded' })
  const now = systemClock()
  for (let from = 0; from < ENTRIES; from += BATCH)
    await store.transact(async (tx) => {
      for (let at = from; at < from + BATCH; at++)
        await award(tx, {
          kind: 'thanks',
          member: VIEWER,
          source: `meeting:${at}`,
          confirmedBy: [memberAt(1 + (at % 300))],
          at: isoInstant(now - (at / ENTRIES) * 365 * DAY),
          subject: 'Opening a second shop',
        })
    })
}

function evaluationOf(at: number) {
  const { version, tiers } = RULES_IN_FORCE
  const { tier, points, people } = [{ tier: 'Member' as const, points: 20, people: 2 }, ...tiers][at % 4]!
  return { rules: version, tier, points, people, latest: [], confirmers: [] }
}
