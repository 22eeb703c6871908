import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { FulfilledAsks } from '#shared/people/asks.ts'
import type { MemberCard, OwnProfile } from '#shared/people/members.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import {
  type MeetingFixture,
  type MeetingPerson,
  openMeetingFixture,
} from '#server/testing/fixtures/meeting-fixture.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

let fixture: MeetingFixture
/** Ada knows Ben, who has an ask, and Cleo; Ada and Cleo have offered to help. */
let ada: MeetingPerson
let ben: MeetingPerson
let cleo: MeetingPerson
let stranger: MeetingPerson
/** Id of Ben's ask. */
let ask: string
beforeAll(async () => {
  fixture = await openMeetingFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  ;[ada, ben, cleo] = await fixture.people(2)
  stranger = await fixture.app.member()
  await fixture.connect(cleo, ben)
  ask = await newAsk('A cellist')
  for (const by of [ada, cleo]) await offer(by)
})

const ownProfile = async (who: MeetingPerson) => (await who.call('GET', '/api/me')).json<OwnProfile>()
async function newAsk(text: string, more: object = {}) {
  const { version } = await ownProfile(ben)
  const body = { ...profileEdit, displayName: 'Ben', asks: [text], ...more }
  await ben.call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
  await ben.call('POST', '/api/me/onboarded')
  return (await ownProfile(ben)).asks[0]!.id
}
const offer = (by: MeetingPerson) => fixture.propose(by, [ben], { source: { kind: 'ask', id: ask } })
const fulfil = (helper?: string, { by = ben, id = ask } = {}) =>
  by.call('POST', `/api/asks/${id}/fulfilment`, { body: { helper } })
const answer = (isNamed: boolean, by = ada) =>
  by.call('PUT', `/api/asks/${ask}/helper`, { body: { isNamed } })
const listOf = async (who: MeetingPerson) =>
  (await who.call('GET', '/api/asks/fulfilled')).json<FulfilledAsks>()
/** The ask of this test as the member sees it: nothing, its text, or also who helped. */
async function seenBy(who: MeetingPerson) {
  const found = (await listOf(who)).items.find(({ id }) => id === ask)
  return found && [found.text, ...(found.helper ? [found.helper.id] : [])]
}

test('the owner names one of those who offered help, who is named only once both agree', async () => {
  const { items } = (await ben.call('GET', `/api/asks/${ask}/helpers`)).json<{ items: MemberCard[] }>()
  expect(items.map(({ id }) => id).toSorted()).toEqual([ada.uid, cleo.uid].toSorted())
  expect((await fulfil(ada.uid)).statusCode).toBe(204)
  expect((await ownProfile(ben)).asks).toEqual([])
  expect(await seenBy(stranger)).toEqual(['A cellist'])
  expect((await listOf(ada)).toAnswer).toMatchObject([
    { id: ask, text: 'A cellist', member: { id: ben.uid } },
  ])
  expect((await listOf(cleo)).toAnswer).toEqual([])
  expect((await answer(true)).statusCode).toBe(204)
  expect((await listOf(ada)).toAnswer).toEqual([])
  expect(await seenBy(stranger)).toEqual(['A cellist', ada.uid])
  expect((await answer(false)).statusCode).toBe(204)
  expect(await seenBy(stranger)).toEqual(['A cellist'])
})

test('the helper is notified once, and the audit log has who did what', async () => {
  await Promise.all([fulfil(ada.uid), fulfil(ada.uid)])
  await fulfil(ada.uid)
  await answer(true)
  await answer(true)
  const { notifications } = fixture.app.services.notifications
  await notifications.idle()
  const texts = (await notifications.list(ada.uid)).items.map(({ text }) => text)
  expect(texts.filter((text) => text.includes('A cellist'))).toEqual([
    'Ben says you helped with “A cellist”.',
  ])
  const entries = await Promise.all(
    [ben, ada].map(({ uid }) =>
      allOf(fixture.app.store, auditEntries, { where: { actor: uid }, orderBy: 'at' }),
    ),
  )
  const done = entries.flat().filter(({ action }) => action.startsWith('ask.'))
  expect(done.map(({ action, target }) => [action, target])).toEqual([
    ['ask.fulfilled', ada.uid],
    ['ask.helper_agreed', ben.uid],
  ])
  expect(JSON.stringify(done)).not.toContain('cellist')
})

test('an ask can be fulfilled without naming anyone, and the owner can take it off the list', async () => {
  expect((await fulfil()).statusCode).toBe(204)
  expect(await seenBy(stranger)).toEqual(['A cellist'])
  expect((await ada.call('DELETE', `/api/asks/${ask}/fulfilment`)).statusCode).toBe(204)
  expect(await seenBy(stranger)).toEqual(['A cellist'])
  for (let times = 0; times < 2; times += 1)
    expect((await ben.call('DELETE', `/api/asks/${ask}/fulfilment`)).statusCode).toBe(204)
  expect(await seenBy(stranger)).toBeUndefined()
})

test('nobody else fulfils an ask or answers for the helper, and no one is named who did not offer help', async () => {
  expect((await fulfil(ada.uid, { by: ada })).statusCode).toBe(404)
  expect((await fulfil(stranger.uid)).json()).toMatchObject({ fields: { helper: expect.any(String) } })
  expect((await fulfil(ben.uid)).statusCode).toBe(400)
  expect((await fulfil(ada.uid, { id: randomUUID() })).statusCode).toBe(404)
  await fulfil(ada.uid)
  for (const by of [cleo, ben, stranger]) expect((await answer(true, by)).statusCode).toBe(404)
  const helpers = await ada.call('GET', `/api/asks/${ask}/helpers`)
  expect(helpers.json()).toEqual({ items: [] })
})

test('a block or a suspension hides the ask, its owner or the helper', async () => {
  await fulfil(ada.uid)
  await ada.call('PUT', `/api/blocks/${ben.uid}`)
  expect((await answer(true)).statusCode).toBe(404)
  expect((await listOf(ada)).toAnswer).toEqual([])
  expect(await seenBy(ada)).toBeUndefined()
  await ada.call('DELETE', `/api/blocks/${ben.uid}`)
  await answer(true)
  await stranger.call('PUT', `/api/blocks/${ada.uid}`)
  expect(await seenBy(stranger)).toEqual(['A cellist'])
  await setStatus(fixture.app.store, ada.uid, 'suspended')
  fixture.app.advance(1_000)
  expect(await seenBy(cleo)).toEqual(['A cellist'])
  await setStatus(fixture.app.store, ben.uid, 'suspended')
  fixture.app.advance(1_000)
  expect(await seenBy(cleo)).toBeUndefined()
})

test('a fulfilled ask is shown to those who see the owner’s asks', async () => {
  await fulfil()
  const visibility = { ...profileEdit.visibility, asks: 'connections' }
  await newAsk('Another', { visibility })
  expect([await seenBy(ada), await seenBy(stranger)]).toEqual([['A cellist'], undefined])
  await newAsk('Another', { visibility: { ...visibility, asks: 'me' } })
  expect([await seenBy(ben), await seenBy(ada)]).toEqual([['A cellist'], undefined])
})

test('a fulfilled ask counts as an outcome of the held meeting in which the helper helped', async () => {
  const { id } = await fixture.schedule(ada, [ben], { source: { kind: 'ask', id: ask } })
  await fixture.age(id, 27 * HOUR)
  for (const person of [ada, ben]) await fixture.succeed(person, 'POST', `/${id}/confirm`, { held: true })
  await fulfil(ada.uid)
  const outcomes = async () => (await fixture.succeed(ben, 'GET', `/${id}`)).outcomes
  expect(await outcomes()).toEqual([])
  for (let times = 0; times < 2; times += 1) await answer(true)
  expect(await outcomes()).toMatchObject([
    { kind: 'advice', from: ada.uid, to: ben.uid, note: 'A cellist', confirmedAt: expect.any(String) },
  ] satisfies Partial<MeetingDetails['outcomes'][number]>[])
})

test('the download has both sides, and a deleted account is named nowhere', async () => {
  await fulfil(ada.uid)
  await answer(true)
  const { fulfilment } = fixture.app.services.people
  const known = { owner: ben.uid, text: 'A cellist', helper: ada.uid, isNamed: true }
  expect(await fulfilment.exportOf(ada.uid)).toMatchObject([known])
  expect(await fulfilment.exportOf(ben.uid)).toMatchObject([known])
  await fulfilment.forget(ada.uid)
  expect(await fulfilment.exportOf(ada.uid)).toEqual([])
  expect(await seenBy(stranger)).toEqual(['A cellist'])
  await fulfilment.forget(ben.uid)
  expect(await seenBy(stranger)).toBeUndefined()
})

test('a text that looks like markup is listed as it was written', async () => {
  ask = await newAsk('<img src=x onerror=alert(1)>')
  await fulfil()
  expect(await seenBy(stranger)).toEqual(['<img src=x onerror=alert(1)>'])
})

test('a fulfilled ask is listed for 90 days', async () => {
  await fulfil()
  const listed = async () => (await fixture.app.services.people.fulfilment.list({ id: ada.uid })).items
  fixture.app.advance(89 * DAY)
  expect((await listed()).map(({ id }) => id)).toContain(ask)
  fixture.app.advance(2 * DAY)
  expect(await listed()).toEqual([])
})
