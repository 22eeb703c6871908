import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

let app: TestApp
/** Ben has an ask, and knows nobody. */
let ada: Person
let ben: Person
/** Id of Ben's ask. */
let ask: string
beforeAll(async () => {
  app = await startTestApp({ liftRateLimits: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  ;[ada, ben] = await Promise.all([app.member(), app.member()])
  const saved = await saveAsks(['A cellist'])
  await ben.call('POST', '/api/me/onboarded')
  ask = saved.json<OwnProfile>().asks[0]!.id
})

async function saveAsks(asks: string[]) {
  const { version } = (await ben.call('GET', '/api/me')).json<OwnProfile>()
  const body = { ...profileEdit, displayName: 'Ben', asks }
  return ben.call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
}

const help = (by = ada, askId = ask) => by.call('POST', `/api/asks/${askId}/help`)
const meetingOf = async (by = ada) => (await help(by)).json<MeetingDetails>()

async function news({ uid }: Person) {
  const { notifications } = app.services.notifications
  await notifications.idle()
  const { items } = await notifications.list(uid)
  return items.flatMap(({ topic, text }) => (topic === 'meetingProposed' ? text : []))
}

test('a member offers help to someone they are not connected with, and both vote on three times', async () => {
  const meeting = await meetingOf()
  expect(meeting).toMatchObject({
    purpose: 'A cellist',
    kind: 'advice',
    status: 'proposed',
    source: { kind: 'ask', id: ask },
  })
  expect(meeting.slots).toHaveLength(3)
  expect([await news(ada), await news(ben)]).toEqual([[], [expect.stringContaining('A cellist')]])
  const own = await ben.call('GET', '/api/asks/own')
  expect(own.json()).toEqual({ items: [{ id: ask, helpers: 1 }] })
  const [first] = meeting.slots
  const body = { votes: [{ slot: first!.startsAt, vote: 'yes' }] }
  await ada.call('PUT', `/api/meetings/${meeting.id}/votes`, { body })
  const voted = await ben.call('PUT', `/api/meetings/${meeting.id}/votes`, { body })
  expect(voted.json()).toMatchObject({ status: 'scheduled' })
})

test('a repeated offer is one meeting, and a declined one is not repeated', async () => {
  const [{ id }, again] = await Promise.all([meetingOf(), meetingOf()])
  expect(again.id).toBe(id)
  expect(await news(ben)).toHaveLength(1)
  await ben.call('POST', `/api/meetings/${id}/decline`, { body: {} })
  const refused = await help()
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'help_offered' })
})

test('an ask that the member does not see, that has ended or is their own gets no offer', async () => {
  const hidden = await app.member()
  await ben.call('PUT', `/api/blocks/${hidden.uid}`)
  const statuses = await Promise.all([help(hidden), help(ben), help(ada, 'unknown')])
  await saveAsks([])
  expect([...statuses, await help()].map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  expect(await news(ben)).toEqual([])
})

test('offers of help count as open proposals, which are limited', async () => {
  const friend = await app.member()
  await ada.call('POST', '/api/connections', { body: { memberId: friend.uid, note: '' } })
  await friend.call('POST', '/api/connections', { body: { memberId: ada.uid, note: '' } })
  const proposal = {
    purpose: 'More printers',
    kind: 'advice',
    participants: [friend.uid],
    durationMinutes: 30,
    slots: [new Date(app.clock() + DAY).toISOString()],
    place: '',
    joinUrl: '',
    agenda: [],
  }
  for (let open = 0; open < MEETING_LIMITS.openProposals; open++)
    expect((await ada.call('POST', '/api/meetings', { body: proposal })).statusCode).toBe(201)
  expect((await help()).json()).toMatchObject({ code: 'too_many_proposals' })
})
