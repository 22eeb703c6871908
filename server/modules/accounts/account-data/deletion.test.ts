import { afterAll, beforeAll, expect, test } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import type { Store } from '#server/store/port.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

const store = openTemporaryStore(collections)
/** Number of writes before the process ends. */
let writesLeft = Infinity
const mortal: Store = {
  ...store,
  async transact(work) {
    if (writesLeft <= 0) throw new Error('Killed.')
    writesLeft -= 1
    return store.transact(work)
  },
}

let ada: Person
let grace: Person
let lin: Person
const running = await startTestApp({ store: mortal })
beforeAll(async () => {
  ;[ada, grace, lin] = [await running.member(), await running.member(), await running.member()]
})
afterAll(async () => {
  await running.close()
  await store.close()
})

const respond = async (person: Person, event: string, state = 'going') => {
  const { statusCode } = await person.call('PUT', `/api/events/${event}/rsvp`, {
    body: { state, guests: 0 },
  })
  expect(statusCode).toBe(200)
}
const rsvpOf = async (person: Person, event: string) =>
  (await person.call('GET', `/api/events/${event}`)).json<EventDetails>().mine

test('a killed process resumes deleting an organiser’s account, and their seats go to the waitlist', async () => {
  const soon = { startsAt: new Date(Date.now() + 12 * HOUR).toISOString() }
  const put = (id: string, more: Partial<EventDocument>) =>
    store.transact(async (tx) => tx.put(events, eventDocument(id, { capacity: 1, ...more })))
  await put('seated', {})
  await put('waiting', {})
  await put('offered', soon)
  await put('hosted', { createdBy: ada.uid, hosts: [ada.uid, grace.uid] })
  await respond(ada, 'seated')
  await respond(lin, 'waiting')
  await respond(lin, 'offered')
  for (const event of ['waiting', 'offered']) await respond(ada, event)
  for (const event of ['seated', 'waiting', 'offered']) await respond(grace, event)
  await respond(lin, 'offered', 'declined')
  expect([await rsvpOf(ada, 'offered'), await rsvpOf(grace, 'waiting')]).toMatchObject([
    { state: 'offered' },
    { state: 'waitlisted', position: 2 },
  ])

  await ada.call('POST', '/api/account/deletion')
  await store.transact(async (tx) => {
    const member = await tx.get(members, ada.uid)
    if (member) tx.put(members, { ...member, deletionDueAt: new Date().toISOString() })
  })
  let deaths = 0
  for (let lives = 0; await isLeaving(); lives += 1) {
    running.advance(MINUTE)
    writesLeft = lives
    await running.services.accounts.accountData.deleteDueAccounts().catch(() => (deaths += 1))
  }
  writesLeft = Infinity

  expect(deaths).toBeGreaterThan(5)
  expect(await rsvpOf(grace, 'seated')).toMatchObject({ state: 'going' })
  expect(await rsvpOf(grace, 'offered')).toMatchObject({ state: 'offered' })
  expect(await rsvpOf(grace, 'waiting')).toMatchObject({ state: 'waitlisted', position: 1 })
  expect((await store.get(events, 'hosted'))?.hosts).toEqual([grace.uid])
  expect((await ada.call('GET', '/api/me')).statusCode).toBe(401)
  const { items } = await store.find(auditEntries, { where: { actor: ada.uid }, orderBy: 'at', limit: 50 })
  expect(items.filter(({ action }) => action === 'member.deleted')).toHaveLength(1)
})

const isLeaving = async () => (await store.get(members, ada.uid))?.deletionDueAt !== undefined
