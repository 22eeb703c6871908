import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OwnProfile } from '#shared/members.ts'
import { collections } from '#server/collections.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { openSqliteStore, type SqliteStore } from '#server/store/sqlite.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { clientErrorBatch, clientErrorEntry } from '#server/testing/client-error-batch.ts'
import { type GoogleStandIn, startGoogleStandIn } from '#server/testing/google-stand-in.ts'
import { profileEdit } from '#server/testing/profiles.ts'
import { emulatorSettings } from '#server/testing/stack.ts'

/** When the store was last written. */
const RELEASED_AT = Date.parse('2026-11-22T09:00:00.000Z')
const FEED = '/calendar/-oGhnDZx69ZS2yPFn4MtxA.ics'

let dataDir: string
let store: SqliteStore
let google: GoogleStandIn
let running: TestApp
let time = RELEASED_AT
const cookies = new Map<string, string>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-released-'))
  const file = await readFile(join(import.meta.dirname, 'store.sqlite.br'))
  await writeFile(join(dataDir, 'store.sqlite'), brotliDecompressSync(file))
  const clock = () => time
  google = await startGoogleStandIn({ clock })
  store = openSqliteStore({ dataDir, secret: 'a secret that only this test knows', collections })
  // The secret of the server that wrote it: check-in codes that people saved must stay valid.
  const env = { SERVER_SECRET: 'for development only, never for production' }
  running = await startTestApp({ env, store, clock, identity: createFirebaseIdentity({ ...google, clock }) })
})
afterAll(async () => {
  await running.close()
  await store.close()
  google.close()
  await rm(dataDir, { recursive: true })
})

async function cookieOf(uid: string) {
  const known = cookies.get(uid)
  if (known) return known
  const email = `${uid}@guildhall.test`
  google.accounts.set(uid, { localId: uid, email, emailVerified: true })
  const idToken = google.idToken({ sub: uid, email, email_verified: true })
  const answer = await running.visitor('POST', '/api/session', { body: { idToken } })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  cookies.set(uid, cookie)
  return cookie
}

const call = async (uid: string, ...[method, url, options]: Parameters<TestApp['visitor']>) =>
  running.visitor(method, url, {
    ...options,
    headers: { cookie: await cookieOf(uid), ...options?.headers },
  })

async function read<T = Record<string, unknown>>(uid: string, url: string): Promise<T> {
  const answer = await call(uid, 'GET', url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}

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

test('the migrate command stores every old document in its present shape, and nothing else', async () => {
  const env = { ...emulatorSettings({ host: '127.0.0.1:9', projectId: 'demo-test' }), DATA_DIR: dataDir }
  const task = join(import.meta.dirname, '../../tasks/migrate.ts')
  const migrate = async () => (await promisify(execFile)(process.execPath, [task], { env })).stdout
  const migrated = (await migrate()).split('\n').filter((line) => line && !line.includes(': 0 to'))
  expect(migrated.map((line) => line.split(' to ')[0])).toEqual(['connections: 1', 'members: 1', 'rsvps: 1'])
  expect(await migrate()).not.toMatch(/: [1-9]/)
}, 30_000)

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
    meetings: [{ purpose: 'Who buys signs for a bakery chain' }, { outcomes: ['advice', 'introduction'] }],
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

test('the dashboard shows requests, reminders, events and meetings, and no dismissed introduction', async () => {
  expect(await read('mara', '/api/dashboard')).toMatchObject({
    requests: [{ member: { id: 'ines' } }],
    reminders: [{ member: { id: 'tomas' }, getInTouchOn: '2026-11-20' }],
    nextSevenDays: {
      events: [{ title: FULL }, { title: 'Early breakfast' }],
      meetings: [{ id: 'meeting-scheduled' }],
    },
    introduction: { member: { id: 'yuki' } },
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
  const answer = await running.visitor('GET', FEED)
  expect(answer.statusCode).toBe(200)
  expect(answer.body.match(/^SUMMARY:.*$/gm)).toHaveLength(7)
})

test('an export holds everything that is stored of the member', async () => {
  const answer = await call('mara', 'POST', '/api/account/export')
  const parts = Object.entries(answer.json<Record<string, unknown>>())
  const sizes = parts.flatMap(([name, part]) => (Array.isArray(part) ? [[name, part.length]] : []))
  expect(Object.fromEntries(sizes)).toMatchObject({
    pictures: 1,
    connections: 9,
    latestRequests: 2,
    privateNotes: 2,
    blockedPeople: 0,
    dismissedIntroductions: 1,
    answersToEvents: 6,
    growthMeetings: 2,
  })
})

test('admins see everyone and the whole history', async () => {
  const members = await read<Page<{ id: string; status: string }>>('ines', '/api/admin/members')
  expect(members.items).toHaveLength(13)
  expect(members.items.find(({ id }) => id === 'hugo')?.status).toBe('suspended')

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

test('a client error that was written before the upgrade is not written again', async () => {
  const id = '6f6a5f0e-3a54-4a5e-9a52-8f6f5a0c0001'
  const body = clientErrorBatch([clientErrorEntry({ id })])
  const receipt = await call('mara', 'POST', '/api/client-errors', { body })
  expect(receipt.json()).toMatchObject({ accepted: 0, duplicate: 1 })
})

test('writing works: a profile, connections, a claimed seat and a waitlist', async () => {
  const { version, id: _, ...own } = await read<OwnProfile>('sam', '/api/me')
  const body = { ...profileEdit, displayName: own.displayName, headline: 'Playgrounds for two towns more' }
  const saved = await call('sam', 'PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
  expect([saved.statusCode, saved.json<OwnProfile>().version]).toEqual([200, version + 1])

  const { connectionId } = await read<{ connectionId: string }>('mara', '/api/connections/with/ines')
  expect((await call('mara', 'POST', `/api/connections/${connectionId}/accept`)).statusCode).toBe(200)
  expect(
    (await call('mara', 'POST', '/api/connections', { body: { memberId: 'noor', note: '' } })).statusCode,
  ).toBe(200)

  const url = `/api/events/${await eventId(FULL)}/answer`
  const claimed = await call('yuki', 'PUT', url, { body: { state: 'going', guests: 0 } })
  expect(claimed.json()).toMatchObject({ mine: { state: 'going' }, seats: { going: 3, left: 0, waiting: 2 } })
  // She and her guest free two seats for the two on the waitlist.
  const left = await call('mara', 'PUT', url, { body: { state: 'declined', guests: 0 } })
  expect(left.json()).toMatchObject({ seats: { going: 1, left: 0, waiting: 0 } })
})

test('jobs do what became due during the upgrade', async () => {
  const { status } = await read<{ status: string }>(
    'mara',
    `/api/events/${await eventId('Contracts in plain words', 'past')}`,
  )
  expect(status).toBe('published')
  time = Date.parse('2026-12-03T10:00:00.000Z')
  cookies.clear()
  for (const { run } of running.services.jobs) await run()
  expect(
    await read('mara', `/api/events/${await eventId('Contracts in plain words', 'past')}`),
  ).toMatchObject({
    status: 'completed',
  })
  expect(await read('mara', `/api/events/${await eventId(FULL, 'past')}`)).toMatchObject({
    seats: { going: 1 },
  })
  const members = await read<Page<{ id: string; status: string }>>('ines', '/api/admin/members')
  expect(members.items.find(({ id }) => id === 'dario')?.status).toBe('former')
})
