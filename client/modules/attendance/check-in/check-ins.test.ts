import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { reachable } from '#client/lib/http.ts'
import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { checkInsOf } from './check-ins.ts'

const code = { eventId: 'evening', memberId: 'ben', code: 'BEN', at: '2026-12-03T18:00:00.000Z' }
const answer = (result: string) => Response.json({ items: [{ result, checkedInAt: code.at }] })
let storage: ReturnType<typeof createMemoryStorage>
const fetchMock = vi.fn<typeof fetch>()
const unsent = () => storage.keys().filter((key) => key.startsWith(unsentPrefix('ada')))

beforeEach(() => {
  storage = createMemoryStorage()
  const { read: getItem, write: setItem, remove: removeItem } = storage
  const keys = {
    ownKeys: storage.keys,
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy({ getItem, setItem, removeItem }, keys))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
  reachable.set(true)
})

/** A device at the entrance whose check-in is open. */
async function openCheckIns() {
  const checkIns = checkInsOf(new QueryClient(), 'ada')
  const stop = checkIns.start()
  // It first looks for what an earlier visit has left.
  await new Promise((resolve) => setTimeout(resolve))
  return { ...checkIns, stop }
}

test('a code is stored before it is looked up, and the person who waits gets the result', async () => {
  const checkIns = await openCheckIns()
  fetchMock.mockImplementation(async () => {
    expect(unsent()).toHaveLength(1)
    return answer('unknownCode')
  })
  expect((await checkIns.sendNow(code)).result).toMatchObject({ result: 'unknownCode' })
  expect([unsent(), checkIns.queue.all.get()]).toEqual([[], []])
  checkIns.stop()
})

test('a code without an answer is not kept for a person who has signed out meanwhile', async () => {
  const checkIns = await openCheckIns()
  fetchMock.mockImplementation(async () => {
    unsent().forEach(storage.remove)
    checkIns.stop()
    throw new TypeError('Failed to fetch')
  })
  await checkIns.sendNow(code)
  expect(unsent()).toEqual([])
})

test('a code waits while another check-in is being sent, and its result comes later', async () => {
  const checkIns = await openCheckIns()
  const first = Promise.withResolvers<Response>()
  fetchMock.mockReturnValueOnce(first.promise).mockResolvedValueOnce(answer('checkedIn'))
  checkIns.add({ eventId: 'evening', memberId: 'grace', at: code.at })
  const { added, result } = await checkIns.sendNow(code)
  expect(result).toBeUndefined()
  const results: unknown[] = []
  checkIns.onResult(({ id }, { result: each }) => results.push([id, each]))
  first.resolve(answer('checkedIn'))
  await expect.poll(() => results).toContainEqual([added.id, 'checkedIn'])
  checkIns.stop()
})
