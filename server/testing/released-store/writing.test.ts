import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OwnProfile } from '#shared/members.ts'
import { clientErrorBatch, clientErrorEntry } from '#server/testing/client-error-batch.ts'
import { profileEdit } from '#server/testing/profiles.ts'
import { emulatorSettings } from '#server/testing/stack.ts'

import { startOnReleasedStore } from './fixture.ts'

let released: Awaited<ReturnType<typeof startOnReleasedStore>>
beforeAll(async () => {
  released = await startOnReleasedStore()
})
afterAll(() => released.close())

const read: typeof released.read = (uid, url) => released.read(uid, url)
const call: typeof released.call = (...given) => released.call(...given)

const eventUrl = async (title: string, list: 'upcoming' | 'past') => {
  const { items } = await read<{ items: { id: string; title: string }[] }>(
    'tomas',
    `/api/events?list=${list}`,
  )
  return `/api/events/${items.find((event) => event.title === title)?.id}`
}
const FULL = 'Six people, one price list'

test('the migrate command stores every old document in its present shape, and nothing else', async () => {
  const env = {
    ...emulatorSettings({ host: '127.0.0.1:9', projectId: 'demo-test' }),
    DATA_DIR: released.dataDir,
  }
  const task = join(import.meta.dirname, '../../tasks/migrate.ts')
  const migrate = async () => (await promisify(execFile)(process.execPath, [task], { env })).stdout
  const migrated = (await migrate()).split('\n').filter((line) => line && !line.includes(': 0 '))
  expect(migrated.map((line) => line.split(' to ')[0])).toEqual([
    'audit-entries: 36',
    'connections: 15',
    'meetings: 2',
    'members: 1',
    'rsvps: 1',
    'written-client-errors: 2',
  ])
  expect(await migrate()).not.toMatch(/: [1-9]/)
  expect(await read('mara', '/api/dashboard')).toMatchObject({
    nextSevenDays: { meetings: [{ id: 'meeting-scheduled' }] },
  })
}, 30_000)

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

  const url = `${await eventUrl(FULL, 'upcoming')}/rsvp`
  const claimed = await call('yuki', 'PUT', url, { body: { state: 'going', guests: 0 } })
  expect(claimed.json()).toMatchObject({ mine: { state: 'going' }, seats: { going: 3, left: 0, waiting: 2 } })
  // She and her guest free two seats for the two on the waitlist.
  const left = await call('mara', 'PUT', url, { body: { state: 'declined', guests: 0 } })
  expect(left.json()).toMatchObject({ seats: { going: 1, left: 0, waiting: 0 } })
})

test('jobs do what became due during the upgrade', async () => {
  const ended = await eventUrl('Contracts in plain words', 'past')
  expect(await read('mara', ended)).toMatchObject({ status: 'published' })
  await released.advanceTo('2026-12-03T10:00:00.000Z')
  expect(await read('mara', ended)).toMatchObject({ status: 'completed' })
  expect(await read('mara', await eventUrl(FULL, 'past'))).toMatchObject({
    seats: { going: 1 },
  })
  const members = await read<{ items: { id: string; status: string }[] }>(
    'ines',
    '/api/admin/members?status=former',
  )
  expect(members.items.find(({ id }) => id === 'dario')?.status).toBe('former')
})
