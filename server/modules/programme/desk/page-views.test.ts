import { expect, onTestFinished, test } from 'vitest'

import { isVisit } from '#server/http/pages/page-visits.ts'
import type { Store } from '#server/store/port.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { eventPageViews } from './collection.ts'
import { createPageViews } from './page-views.ts'

const NOON = Date.parse('2026-12-03T12:00:00Z')

function setup() {
  const store = openTemporaryStore([eventPageViews])
  onTestFinished(() => store.close())
  let now = NOON
  let commits = 0
  let isDown = false
  const transact: Store['transact'] = (work, options) => {
    commits += 1
    return isDown ? Promise.reject(new Error('down')) : store.transact(work, options)
  }
  const clock = () => now
  return {
    replica: () => createPageViews({ store: { transact }, clock }),
    advance: (by: number) => (now += by),
    goDown: (down: boolean) => (isDown = down),
    commits: () => commits,
    async stored(event: string) {
      const { items } = await store.find(eventPageViews, { where: { event }, orderBy: 'day', limit: 9 })
      return items.map(({ day, members, visitors }) => [day, members, visitors])
    },
  }
}

test('ten thousand views take one commit, and the counts of replicas are added', async () => {
  const { replica, commits, stored } = setup()
  const [one, other] = [replica(), replica()]
  for (let at = 0; at < 10_000; at += 1) one.countMember(`member-${at}`, 'talk')
  await one.writeWaiting()
  expect(commits()).toBe(1)
  await one.writeWaiting()
  expect(commits()).toBe(1)
  other.countVisitor('talk')
  other.countVisitor('talk')
  one.countMember('late', 'talk')
  await Promise.all([one.writeWaiting(), other.writeWaiting()])
  expect(await stored('talk')).toEqual([['2026-12-03', 10_001, 2]])
})

test('a page that is refetched counts once in half an hour, and days are separate', async () => {
  const { replica, advance, stored } = setup()
  const views = replica()
  views.countMember('ada', 'talk')
  advance(29 * MINUTE)
  views.countMember('ada', 'talk')
  views.countMember('ada', 'dinner')
  advance(2 * MINUTE)
  views.countMember('ada', 'talk')
  advance(DAY)
  views.countMember('ada', 'talk')
  await views.writeWaiting()
  expect(await stored('talk')).toEqual([
    ['2026-12-03', 2, 0],
    ['2026-12-04', 1, 0],
  ])
  expect(await stored('dinner')).toEqual([['2026-12-03', 1, 0]])
})

test('views that could not be written are written later', async () => {
  const { replica, goDown, stored } = setup()
  const views = replica()
  views.countVisitor('talk')
  goDown(true)
  await expect(views.writeWaiting()).rejects.toThrow('down')
  views.countVisitor('talk')
  goDown(false)
  await views.writeWaiting()
  expect(await stored('talk')).toEqual([['2026-12-03', 0, 2]])
})

test('only a page that is opened without a session in a tab of a browser counts as a visit', () => {
  const browser = { 'sec-fetch-dest': 'document', 'user-agent': 'Mozilla/5.0 Firefox/140.0' }
  const visit = (headers: Record<string, string>, hasSession = false, method = 'GET') =>
    isVisit({ method, headers }, { hasSession })
  expect(visit(browser)).toBe(true)
  expect(visit(browser, true)).toBe(false)
  expect(visit(browser, false, 'HEAD')).toBe(false)
  expect(visit({ ...browser, 'sec-purpose': 'prefetch' })).toBe(false)
  expect(visit({ ...browser, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBe(false)
  expect(visit({ 'user-agent': 'facebookexternalhit/1.1' })).toBe(false)
})
