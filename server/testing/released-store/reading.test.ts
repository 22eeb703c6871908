import { afterAll, beforeAll, expect, test } from 'vitest'

import { startOnReleasedStore } from './fixture.ts'

const FEED = '/calendar/-oGhnDZx69ZS2yPFn4MtxA.ics'

let released: Awaited<ReturnType<typeof startOnReleasedStore>>
beforeAll(async () => {
  released = await startOnReleasedStore()
})
afterAll(() => released.close())

const read: typeof released.read = (uid, url) => released.read(uid, url)
const call: typeof released.call = (...given) => released.call(...given)

interface Page<T> {
  items: T[]
}
interface ListedEvent {
  id: string
  title: string
}

const eventId = async (title: string, list = 'upcoming') => {
  const { items } = await read<Page<ListedEvent>>('tomas', `/api/events?list=${list}`)
  return items.find((event) => event.title === title)?.id ?? expect.fail(`${title} is not listed`)
}
const FULL = 'Six people, one price list'

test('members find their profile as they left it', async () => {
  expect(await read('mara', '/api/me')).toMatchObject({
    displayName: 'Mara Lindqvist',
    role: 'member',
    status: 'active',
    joinedAt: '2026-01-29T09:00:00.000Z',
    address: { city: 'Porto', country_code: 'PT' },
    offers: [{ text: 'Bread for your next event' }, { text: 'An honest look at your prices' }],
    visibility: { phone: 'connections', photo: 'members' },
    searchEngines: true,
  })
  expect(await read('arjun', '/api/me')).toMatchObject({ visibility: { company: 'public', industry: 'me' } })
  const due = { displayName: 'Dario Conti', deletionDueAt: '2026-12-03T09:00:00.000Z' }
  expect(await read('dario', '/api/me')).toMatchObject(due)
})

test.for([
  ['petra', 'member_pending'],
  ['hugo', 'member_suspended'],
  ['olga', 'member_former'],
] as const)('the account of %s stays closed: %s', async ([uid, code]) => {
  const answer = await call(uid, 'GET', '/api/dashboard')
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, code])
})

test('the directory lists the active members who are not hidden from it', async () => {
  const { items } = await read<Page<{ id: string; relationship: { state: string } }>>(
    'mara',
    '/api/directory',
  )
  expect(items.map(({ id, relationship }) => [id, relationship.state])).toEqual([
    ['arjun', 'connected'],
    ['ines', 'requestReceived'],
    ['mara', 'self'],
    ['noor', 'none'],
    ['sam', 'requestSent'],
    ['tomas', 'connected'],
    ['yuki', 'none'],
  ])
})

test('an uploaded picture is served', async () => {
  const { photo } = await read<{ photo: string }>('mara', '/api/me')
  const answer = await call('tomas', 'GET', `/images/${photo}`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('the lists of connections hold who was in them', async () => {
  const listed = async (list: string) => {
    const { items } = await read<Page<{ member: { id: string } }>>('mara', `/api/connections?list=${list}`)
    return items.map(({ member }) => member.id)
  }
  expect(await listed('accepted')).toEqual(['arjun', 'dario', 'tomas'])
  expect(await listed('received')).toEqual(['ines'])
  expect(await listed('sent')).toEqual(['lena', 'sam'])
  expect(await read('mara', '/api/connections/counts')).toEqual({ accepted: 3, received: 1, sent: 2 })
})

test('a connection keeps its events, meetings and private note', async () => {
  const { connectionId } = await read<{ connectionId: string }>('mara', '/api/connections/with/tomas')
  expect(await read('mara', `/api/connections/${connectionId}`)).toMatchObject({
    member: { displayName: 'Tomás Okafor' },
    meetings: [
      { purpose: 'Who buys signs for a bakery chain' },
      { outcomes: [{ kind: 'advice' }, { kind: 'introduction' }] },
    ],
    mutual: { total: 1, items: [{ id: 'arjun' }] },
  })
  const note = {
    text: 'Prefers mornings. Ask how the signs in Braga went.',
    getInTouchOn: '2026-11-20',
    version: 1,
  }
  expect(await read('mara', `/api/connections/${connectionId}/note`)).toEqual(note)
})

test('a block still hides the blocker', async () => {
  expect(await read('arjun', '/api/blocks')).toMatchObject({ items: [{ member: { id: 'lena' } }] })
  expect((await call('lena', 'GET', '/api/members/arjun')).statusCode).toBe(404)
})

test('the dashboard shows requests, reminders and events, and no dismissed introduction', async () => {
  expect(await read('mara', '/api/dashboard')).toMatchObject({
    requests: [{ member: { id: 'ines' } }],
    reminders: [{ member: { id: 'tomas' }, getInTouchOn: '2026-11-20' }],
    nextSevenDays: { events: [{ title: FULL }, { title: 'Early breakfast' }] },
    introductions: [{ member: { id: 'yuki' } }],
  })
})

test.for([
  ['upcoming', [FULL, 'Early breakfast', 'Early breakfast', 'Two days in the mountains']],
  ['past', ['Contracts in plain words', 'Breakfast on second sites']],
] as const)('the list of %s events is complete', async ([list, titles]) => {
  const { items } = await read<Page<ListedEvent & { status: string }>>('sam', `/api/events?list=${list}`)
  const open = items.filter(({ status }) => status !== 'cancelled')
  expect(open.map(({ title }) => title)).toEqual(titles)
})

test('an event shows its details, its seats and the viewer’s own RSVP', async () => {
  const url = `/api/events/${await eventId(FULL)}`
  expect(await read('mara', url)).toMatchObject({
    version: 2,
    description: '## Bring\n\nYour **price list**.',
    venue: { name: 'The house on Rua do Poço', address: { city: 'Lisbon' } },
    visibility: 'public',
    capacity: 3,
    rsvpDeadline: '2026-11-23T04:00:00.000Z',
    hosts: [{ id: 'tomas' }],
    tags: ['prices', 'plain words'],
    seats: { going: 2, waiting: 2, left: 0 },
    mine: { state: 'going', guests: 1 },
  })
  const mineOf = async (uid: string) => (await read<{ mine?: object }>(uid, url)).mine
  expect(await mineOf('yuki')).toMatchObject({ state: 'offered', offerUntil: '2026-11-22T10:31:12.000Z' })
  expect(await mineOf('noor')).toMatchObject({ state: 'waitlisted', position: 1 })
  expect(await mineOf('arjun')).toMatchObject({ state: 'waitlisted', position: 2 })
  expect(await mineOf('lena')).toMatchObject({ state: 'maybe' })
  expect(await mineOf('sam')).toMatchObject({ state: 'declined' })
})

test('a cancelled event says why', async () => {
  const { items } = await read<Page<ListedEvent & { status: string }>>('mara', '/api/events?list=mine')
  const cancelled = items.find(({ status }) => status === 'cancelled')
  const reason = 'The river is too high this week. We will find another morning.'
  expect(await read('mara', `/api/events/${cancelled?.id}`)).toMatchObject({ title: 'River day', reason })
})

test('attendees can read the announcements', async () => {
  const { items } = await read<Page<{ text: string }>>(
    'mara',
    `/api/events/${await eventId(FULL)}/announcements`,
  )
  expect(items.map(({ text }) => text)).toEqual([
    'Coffee from half past seven.',
    'The bell at the door is broken. Knock, or call the number on the sign.',
  ])
})

test('rosters hold every answer, check-in and no-show', async () => {
  const roster = async (id: string) => read<{ counts: object }>('tomas', `/api/events/${id}/roster`)
  expect((await roster(await eventId(FULL))).counts).toEqual({
    going: 1,
    maybe: 1,
    waitlisted: 2,
    offered: 1,
    declined: 2,
    checkedIn: 0,
    noShow: 0,
    guests: 1,
    held: 1,
  })
  const past = await roster(await eventId('Breakfast on second sites', 'past'))
  expect(past.counts).toMatchObject({ going: 6, checkedIn: 3, noShow: 3, guests: 1 })
  const moved = await roster(await eventId('Two days in the mountains'))
  expect(moved.counts).toMatchObject({ going: 1, maybe: 1 })
})

test('a check-in code that someone saved under the last release still belongs to them', async () => {
  const { items } = await read<Page<object>>('tomas', `/api/events/${await eventId(FULL)}/check-in-list`)
  const codeHash = '071286cf031d2b227d0500a64a7d85783607cb7d08981f099126d9f28b38972e'
  expect(items).toMatchObject([{ member: { id: 'mara' }, guests: 1, codeHash }])
})

test('a subscribed calendar is still found at its address', async () => {
  const answer = await released.visitor('GET', FEED)
  expect(answer.statusCode).toBe(200)
  expect(answer.body.match(/^SUMMARY:.*$/gm)).toHaveLength(8)
})

test('an export holds everything that is stored of the member', async () => {
  const answer = await call('mara', 'POST', '/api/account/export')
  const parts = Object.entries(answer.json<Record<string, unknown>>())
  const sizes = parts.flatMap(([name, part]) => (Array.isArray(part) ? [[name, part.length]] : []))
  expect(Object.fromEntries(sizes)).toMatchObject({
    images: 1,
    connections: 9,
    recentRequests: 2,
    privateNotes: 2,
    blockedMembers: 0,
    dismissedIntroductions: 1,
    rsvps: 6,
    growthMeetings: 2,
  })
})

test('admins see everyone and the whole history', async () => {
  const members = await read<Page<{ id: string; status: string }>>('ines', '/api/admin/members')
  expect(members.items).toHaveLength(12)
  expect(members.items.find(({ id }) => id === 'hugo')?.status).toBe('suspended')
  const former = await read<Page<{ id: string }>>('ines', '/api/admin/members?status=former')
  expect(former.items).toHaveLength(1)

  const actions = new Set<string>()
  let next: string | undefined = ''
  while (next !== undefined) {
    const url: string = `/api/admin/audit${next && `?cursor=${next}`}`
    const page: Page<{ action: string }> & { next?: string } = await read('ines', url)
    for (const { action } of page.items) actions.add(action)
    next = page.next
  }
  const stored = ['member.joined', 'member.suspended', 'member.deleted', 'event.cancelled', 'event.deleted']
  for (const action of [...stored, 'calendar_feed.created', 'session.denied'])
    expect(actions).toContain(action)
})
