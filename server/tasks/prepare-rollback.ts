/**
 * `node server/tasks/prepare-rollback.ts`, once no server of this release runs any more: changes what the previous release
 * cannot read or would count wrongly. Safe to repeat, and while the previous release serves.
 *
 * It belongs to one pair of releases (decision 079): after each release it begins empty, and the rehearsal in
 * `server/testing/previous-release/` shows what it has to do.
 */
import { collections } from '#server/collections.ts'
import { readConfig, storeSettings } from '#server/config.ts'
import { writtenClientErrors } from '#server/features/client-errors/collection.ts'
import { events } from '#server/features/events/collection.ts'
import { notifications, outbox } from '#server/features/notifications/collection.ts'
import { eventSeats } from '#server/features/rsvps/collection.ts'
import { hasRsvps } from '#server/features/rsvps/seat-counts.ts'
import { countSeats } from '#server/features/rsvps/transactions.ts'
import { eachOf } from '#server/lib/all-of.ts'
import { runOrExplain } from '#server/lib/startup.ts'
import type { AnyCollection, DocumentOf, Store } from '#server/store/port.ts'

import { openExistingStore } from './existing-store.ts'

const BATCH = 100

/** Of the previous release, which fails where it has to show a notification of another one. */
const TOPICS: ReadonlySet<string> = new Set([
  'connectionRequest',
  'connectionAccepted',
  'newEvent',
  'eventChanged',
  'eventCancelled',
  'eventReminder',
  'seatOffered',
  'seatPromoted',
  'announcement',
  'meetingProposed',
  'meetingScheduled',
  'meetingChanged',
  'meetingReminder',
  'meetingConfirm',
  'thanks',
  'introduction',
])
const isUnknown = ({ topic }: { topic: string }) => !TOPICS.has(topic)

/** @returns what it did, a line for each step */
async function prepareRollback(store: Store): Promise<string[]> {
  const counted = await storeSeats(store)
  const deleted = [
    ['notifications', await deleteFrom(store, notifications, isUnknown)],
    ['outbox', await deleteFrom(store, outbox, isUnknown)],
    // Without them an entry that a browser sends again is logged again.
    ['written-client-errors', await deleteFrom(store, writtenClientErrors, () => true)],
  ] as const
  return [
    `event-seats: ${counted} events without a limit counted`,
    ...deleted.map(([name, count]) => `${name}: ${count} deleted`),
  ]
}

/** The previous release refuses to take an RSVP back that it has not counted (decision 051). */
async function storeSeats(store: Store) {
  let counted = 0
  for await (const event of eachOf(store, events, {})) {
    if (event.capacity !== undefined) continue
    const hasSeats = await store.transact(async (tx) => {
      if (!(await hasRsvps(tx, event.id))) return false
      tx.put(eventSeats, await countSeats(tx, event))
      return true
    })
    if (hasSeats) counted += 1
  }
  return counted
}

async function deleteFrom<C extends AnyCollection>(
  store: Store,
  collection: C,
  isMeant: (document: DocumentOf<C>) => boolean,
) {
  const ids: string[] = []
  for await (const document of eachOf(store, collection, {})) if (isMeant(document)) ids.push(document.id)
  for (let at = 0; at < ids.length; at += BATCH) {
    await store.transact(async (tx) => {
      for (const id of ids.slice(at, at + BATCH)) tx.delete(collection, id)
    })
  }
  return ids.length
}

async function prepareConfigured() {
  const store = await openExistingStore({ ...storeSettings(readConfig(process.env)), collections })
  const lines = await prepareRollback(store).finally(() => store.close())
  process.stdout.write(`${lines.join('\n')}\nThe previous release can be started now.\n`)
}

if (import.meta.main) await runOrExplain(prepareConfigured)
