import type { Page, Request, Response } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { connect, newMember, withoutStream } from '#client/e2e/members.ts'
import { showScreen, waitForRequests } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

/** The window is covered by another one, then shown again, and gets the focus. */
const leaveAndReturn = (page: Page) =>
  page.evaluate(async () => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      dispatchEvent(new Event(state === 'hidden' ? 'blur' : 'focus'))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })

/** Without the stream, the unread count is polled. */
const NO_DATA = ['/api/notifications/stream', '/api/notifications/unread']

/**
 * Data that the page has and asks for again when its window is shown again. A first call may still be to come by then:
 * on a busy machine, the heading is shown long before what is below it. A call that failed is repeated.
 */
async function readsOnReturn(page: Page, settled: () => Promise<void>, path: string) {
  const read = new Set<string>()
  const again: string[] = []
  let hasReturned = false
  const note = (request: Request) => {
    if (hasReturned && read.has(request.url())) again.push(request.url())
  }
  const noteAnswer = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() !== 'GET' || !pathname.startsWith('/api/')) return
    if (response.ok() && !NO_DATA.includes(pathname)) read.add(response.url())
  }
  page.on('request', note)
  page.on('response', noteAnswer)
  await showScreen(page, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled()
  hasReturned = true
  await leaveAndReturn(page)
  await settled()
  page.off('request', note)
  page.off('response', noteAnswer)
  return again
}

test('no screen asks for its data again when its window gets the focus', { timeout: 120_000 }, async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser)
  const [ada, ben] = await Promise.all([newMember(product, 'Ada Álvarez'), newMember(product, 'Ben Osei')])
  const connection = await connect(ada, ben)
  await rsvp(ada.page, event, 'going')
  await withoutStream(ada.page)
  const adaSettled = waitForRequests(ada.page)
  for (const path of [
    paths.dashboard,
    paths.events,
    paths.event(event),
    paths.connections,
    paths.connectionsTab('directory'),
    paths.connection(connection),
    paths.memberProfile(ben.id),
    paths.ownProfile,
    paths.growthMeetings,
    paths.createGrowthMeeting,
  ])
    expect([path, ...(await readsOnReturn(ada.page, adaSettled, path))]).toEqual([path])

  await withoutStream(organiser)
  const organiserSettled = waitForRequests(organiser)
  for (const path of [
    paths.admin,
    paths.event(event),
    ...['roster', 'check-in', 'announce', 'edit'].map((panel) => `${paths.event(event)}?manage=${panel}`),
  ])
    expect([path, ...(await readsOnReturn(organiser, organiserSettled, path))]).toEqual([path])
})
