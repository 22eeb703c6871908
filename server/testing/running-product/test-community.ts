import { DAY } from '#shared/lib/durations.ts'
import { collections, views } from '#server/collections.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import * as state from '#server/modules/people/connections/connection-state.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { addBulkMembers, bulkMember } from '#server/tools/bulk-members.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'

/** Names and texts that break code which was only tried with "Jane Doe". */
const AWKWARD: readonly Partial<MemberDocument>[] = [
  { displayName: 'Ada'.padEnd(80, 'ababa'), headline: 'W'.repeat(120), company: 'M'.repeat(120) },
  { displayName: 'ليلى 🌿 حداد', headline: 'بستان على السطح' },
  { displayName: 'Bo' },
  { displayName: 'Siobhán O’Brien-Ní Dhomhnaill' },
]

/**
 * Gives a member of a running product a past that no call can create: several people in each kind of relationship,
 * some with awkward names, and events and meetings with the first of the connections. Resolves to their ids.
 */
export const addTestCommunity = (dataDir: string, owner: string) =>
  inStoreOf(dataDir, (store) => store.transact(async (tx) => fill(tx, owner, Date.now())))

/** Gives a running product more members than fit on a page of the directory. */
export const addNeighbours = (dataDir: string, count: number) =>
  inStoreOf(dataDir, (store) => addBulkMembers(store, count, Date.now()))

/** Opens the store beside a running product, like another replica. */
export async function inStoreOf<T>(dataDir: string, work: (store: Store) => Promise<T>) {
  const store = openSqliteStore({
    dataDir,
    collections,
    views,
    secret: 'for cursors, of which there are none',
  })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

function fill(tx: Transaction, owner: string, now: number) {
  let made = 0
  const people = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      made += 1
      const person = {
        ...bulkMember(made, now),
        ...AWKWARD[at],
        id: `${owner}.${made}`,
        directoryHidden: false,
      }
      tx.put(members, person)
      return person.id
    })
  const community = {
    connected: people(10),
    asking: people(4),
    asked: people(4),
    withdrawn: people(1),
    strangers: people(4),
  }
  const [first = '', second = '', third = ''] = community.connected
  const long = 'Lebenslauf'.repeat(30)
  const ask = (actor: string, other: string, days: number, note = '') =>
    state.sendRequest(undefined, { actor, receiver: other, note, now: now - days * DAY })
  const connect = (one: string, other: string, days: number) =>
    tx.put(connections, state.accept(ask(one, other, days + 1), { actor: other, now: now - days * DAY }))

  for (const [at, id] of community.connected.entries()) connect(id, owner, 10 + at)
  for (const id of [second, third, ...community.strangers]) connect(first, id, 30)
  for (const [at, id] of community.asking.entries())
    tx.put(connections, ask(id, owner, 4 - at, at === 0 ? long : ''))
  for (const [at, id] of community.asked.entries())
    tx.put(connections, ask(owner, id, 1 + at, at === 0 ? long : ''))
  for (const id of community.withdrawn)
    tx.put(connections, state.withdraw(ask(owner, id, 4), { actor: owner, now: now - 3 * DAY }))
  addHistory(tx, { owner, first, others: community.strangers, now })
  return community
}

interface History {
  owner: string
  first: string
  others: readonly string[]
  now: number
}

function addHistory(tx: Transaction, { owner, first, others, now }: History) {
  const at = (days: number) => isoInstant(now + days * DAY)
  const event = (id: string, title: string, days: number) =>
    eventDocument(`${owner}.${id}`, { title, startsAt: at(days), createdAt: at(-20), changedAt: at(0) })
  putSeated(tx, event('past', 'A supper'.padEnd(200, 'papa'), -14), [owner, first, ...others])
  putSeated(tx, event('soon', 'Breakfast on second sites', 3), [owner, first])

  const pair = [owner, first]
  const promise = (by: string) => ({
    id: by,
    text: 'Send the sketches',
    owner: by,
    to: by === owner ? first : owner,
    dueOn: '2031-01-01',
    state: 'open' as const,
  })
  const outcome = (kind: 'advice' | 'business') => ({
    id: kind,
    kind,
    from: first,
    to: owner,
    note: '',
    recordedBy: owner,
    confirmedAt: at(-19),
  })
  tx.put(
    meetings,
    meetingDocument(`${owner}.held`, pair, {
      state: 'held',
      purpose: 'What to put above the door',
      proposedAt: at(-30),
      startsAt: at(-20),
      outcomes: [outcome('advice'), outcome('business')],
      promises: [promise(owner), promise(first)],
    }),
  )
  tx.put(meetings, meetingDocument(`${owner}.planned`, pair, { purpose: 'P'.repeat(280), startsAt: at(2) }))
}
