import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { meetingPath } from '#shared/lib/paths/meetings.ts'
import { paths } from '#shared/lib/paths.ts'
import { newCheckInDevice } from '#client/e2e/events/check-in-device.ts'
import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { propose } from '#client/e2e/meetings/growth-meetings.ts'
import { call, connect, type Member, newMember } from '#client/e2e/members.ts'
import { waitForRequests } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'
import { row } from '#client/e2e/roster.ts'

const product = runProduct()
/** The product's limit, in milliseconds. */
const LIVE_WITHIN = 2_000
/** Less than the minute after which a page with a fast clock treats a silent stream as broken. */
const SHORTER_THAN_SILENCE = 45_000

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

/** Opens the screen once the stream covers this view. */
async function open(page: Page, path: string, view: string) {
  await page.clock.install()
  const query = new URLSearchParams({ view }).toString()
  const streamed = page.context().waitForEvent('response', (response) => {
    const url = response.url()
    return url.includes('/notifications/stream') && url.includes(query)
  })
  await page.goto(product.origin + path)
  await streamed
}

/** Calls of the page to our server, except those that mark the shown notifications as read. */
function recordCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/notifications/read') calls.push(pathname)
  })
  return calls
}

/** Resolves once the page has loaded the changes from just before its stream, which reports them within a second. */
async function loadEarlierChanges(page: Page) {
  const rest = waitForRequests(page)
  await page.waitForTimeout(1_500)
  await rest()
}

/** Passes more than two minutes for the page, in which three notifications keep the stream from being silent. */
async function passMinutes(page: Page, notifiers: [Member, Member, Member], { id }: Pick<Member, 'id'>) {
  for (const notifier of notifiers) {
    const before = await bell(page).getAttribute('aria-label')
    const rests = page.context().pages().map(waitForRequests)
    await page.clock.runFor(SHORTER_THAN_SILENCE)
    await call(notifier.page, 'POST', '/api/connections', { memberId: id, note: '' })
    await expect.poll(() => bell(page).getAttribute('aria-label')).not.toBe(before)
    // Pending requests of each tab, such as marking notifications as read, would time out by the fast clock.
    await Promise.all(rests.map((rest) => rest()))
  }
}

const ownId = async (page: Page) => (await call<{ id: string }>(page, 'GET', '/api/me')).body.id

test('a roster and a check-in list send no requests while their stream is live, and show a change within two seconds', async () => {
  const { page: organiser, ada, ben, cleo, event } = await newCheckInDevice(product)
  const id = await ownId(organiser)
  await open(organiser, `${paths.event(event)}?manage=roster`, `roster:${event}`)
  await row(organiser, 'Ada Álvarez').waitFor()
  // A tab with the same clock.
  const checkIn = await organiser.context().newPage()
  await checkIn.goto(`${product.origin}${paths.event(event)}?manage=check-in`)
  await checkIn.getByText('0 of 4 arrived').waitFor()
  await checkIn.waitForLoadState('load')
  await Promise.all([organiser, checkIn].map(loadEarlierChanges))

  const calls = [recordCalls(organiser), recordCalls(checkIn)]
  await organiser.bringToFront()
  await passMinutes(organiser, [ada, ben, cleo], { id })
  expect(calls).toEqual([[], []])

  await rsvp(cleo.page, event, 'going')
  const changedAt = performance.now()
  await Promise.all([
    row(organiser, 'Cleo Dvořák').waitFor({ timeout: LIVE_WITHIN }),
    checkIn.getByText('0 of 5 arrived').waitFor({ timeout: LIVE_WITHIN }),
  ])
  expect(performance.now() - changedAt).toBeLessThan(LIVE_WITHIN)
})

test('a roster shows what changed while its stream was gone as soon as the stream is back', async () => {
  const [organiser, ada] = await Promise.all([newOrganiser(product), newMember(product, 'Ada Álvarez')])
  const event = await newEvent(organiser)
  await open(organiser, `${paths.event(event)}?manage=roster`, `roster:${event}`)
  await organiser.getByRole('heading', { name: 'No RSVPs yet' }).waitFor()
  await loadEarlierChanges(organiser)
  const calls = recordCalls(organiser)
  await organiser.route('**/api/notifications/stream*', (route) => route.abort())
  await organiser.clock.runFor(61_000)
  await expect.poll(() => calls).toContain('/api/notifications/unread')
  await rsvp(ada.page, event, 'going')
  expect(calls.filter((path) => path.endsWith('/roster'))).toEqual([])
  await organiser.unroute('**/api/notifications/stream*')
  await organiser.clock.runFor(5_000)
  await row(organiser, 'Ada Álvarez').waitFor()
})

test('an event with a waitlist sends no requests while its stream is live, and shows a change within two seconds', async () => {
  const organiser = await newOrganiser(product)
  const [ada, ben, cleo, dora] = await Promise.all(
    ['Ada Álvarez', 'Ben Osei', 'Cleo Dvořák', 'Dora Mann'].map((name) => newMember(product, name)),
  )
  const event = await newEvent(organiser, { capacity: 1 })
  for (const { page } of [cleo!, ben!, ada!]) await rsvp(page, event, 'going')
  await open(ada!.page, paths.event(event), `waitlist:${event}`)
  const { page } = ada!
  await page.getByText('You’re #2 on the waitlist.').waitFor()
  await loadEarlierChanges(page)
  const calls = recordCalls(page)
  await passMinutes(page, [ben!, cleo!, dora!], ada!)
  expect(calls).toEqual([])

  await call(organiser, 'POST', `/api/events/${event}/announcements`, { text: 'The door is blue.' })
  await page.getByText('The door is blue.').waitFor({ timeout: LIVE_WITHIN })
  await rsvp(ben!.page, event, 'declined')
  await page.getByText('You’re #1 on the waitlist.').waitFor({ timeout: LIVE_WITHIN })
})

test('an organiser sees another organiser’s announcement within two seconds, and then the page sends no requests', async () => {
  const [organiser, second] = [await newOrganiser(product), await newOrganiser(product, product.admins[1])]
  const notifiers = await Promise.all(
    ['Ada Álvarez', 'Ben Osei', 'Cleo Dvořák'].map((name) => newMember(product, name)),
  )
  const event = await newEvent(organiser)
  await open(organiser, `${paths.event(event)}?manage=announce`, `deliveries:${event}`)
  await organiser.getByText('No announcements yet.').waitFor()
  await call(second, 'POST', `/api/events/${event}/announcements`, { text: 'We start at eight.' })
  const sentAt = performance.now()
  await organiser.getByText('We start at eight.').waitFor({ timeout: LIVE_WITHIN })
  expect(performance.now() - sentAt).toBeLessThan(LIVE_WITHIN)
  await organiser.getByText('Everyone has been notified').waitFor()
  // Deliveries are counted every five seconds until everyone has it.
  await organiser.waitForTimeout(7_000)
  const id = await ownId(organiser)
  const calls = recordCalls(organiser)
  await passMinutes(organiser, notifiers as [Member, Member, Member], { id })
  expect(calls).toEqual([])
})

test('meetings send no requests while their stream is live, and show a change within two seconds', async () => {
  const [ada, ben, cleo, dora, eve, finn] = await Promise.all(
    ['Ada Álvarez', 'Ben Osei', 'Cleo Dvořák', 'Dora Mann', 'Eve Ito', 'Finn Berg'].map((name) =>
      newMember(product, name),
    ),
  )
  await Promise.all([connect(ada!, ben!), connect(ada!, cleo!)])
  const meeting = await propose(ada!, [ben!])
  await open(ada!.page, meetingPath(meeting.id), `meeting:${meeting.id}`)
  await ada!.page.getByText('Hasn’t voted yet').waitFor()
  await open(cleo!.page, paths.growthMeetings, 'meetings')
  await Promise.all([ada!, cleo!].map(({ page }) => loadEarlierChanges(page)))
  const calls = [recordCalls(ada!.page), recordCalls(cleo!.page)]
  await Promise.all([ada!, cleo!].map((member) => passMinutes(member.page, [dora!, eve!, finn!], member)))
  expect(calls).toEqual([[], []])

  const votes = meeting.slots.map(({ startsAt }) => ({ slot: startsAt, vote: 'no' }))
  const voted = await call(ben!.page, 'PUT', `/api/meetings/${meeting.id}/votes`, { votes })
  expect(voted.status).toBe(200)
  await ada!.page.getByText('Hasn’t voted yet').waitFor({ state: 'detached', timeout: LIVE_WITHIN })
  await propose(ada!, [cleo!])
  await cleo!.page.getByText('Compare notes on hiring').waitFor({ timeout: LIVE_WITHIN })
})
