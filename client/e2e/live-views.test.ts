import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { meetingPath } from '#shared/meeting-paths.ts'
import { paths } from '#shared/paths.ts'

import { newCheckInDevice } from './check-in-device.ts'
import { newEvent, newOrganiser, rsvp } from './events.ts'
import { propose } from './growth-meetings.ts'
import { call, connect, type Member, newMember } from './members.ts'
import { runProduct } from './product.ts'
import { row } from './roster.ts'

const product = runProduct()
/** The product's limit, in milliseconds. */
const LIVE_WITHIN = 2_000
/** A page with a fast clock waits for a minute before it takes a silent stream for broken. */
const SHORTER_THAN_SILENCE = 45_000

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

/** Opens the screen once the stream tells of this view. */
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

/** Calls of the page to our server, without those that read notifications of what is shown. */
function recordCalls(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/notifications/read') calls.push(pathname)
  })
  return calls
}

/** More than two minutes for the page, in which three notifications keep the stream from being silent. */
async function passMinutes(page: Page, notifiers: [Member, Member, Member], { id }: Pick<Member, 'id'>) {
  for (const notifier of notifiers) {
    const before = await bell(page).getAttribute('aria-label')
    await page.clock.runFor(SHORTER_THAN_SILENCE)
    await call(notifier.page, 'POST', '/api/connections', { memberId: id, note: '' })
    await expect.poll(() => bell(page).getAttribute('aria-label')).not.toBe(before)
    // Requests under way, such as to mark notifications as read, would time out by the fast clock.
    await page.waitForTimeout(1_000)
  }
}

const ownId = async (page: Page) => (await call<{ id: string }>(page, 'GET', '/api/me')).body.id

test('a roster and a check-in in two tabs ask for nothing while their stream is live, and show a change within two seconds', async () => {
  const { page: organiser, ada, ben, cleo, event } = await newCheckInDevice(product)
  const id = await ownId(organiser)
  await open(organiser, `${paths.event(event)}?manage=roster`, `roster:${event}`)
  await row(organiser, 'Ada Álvarez').waitFor()
  // A tab that has the same clock.
  const checkIn = await organiser.context().newPage()
  await checkIn.goto(`${product.origin}${paths.event(event)}?manage=check-in`)
  await checkIn.getByText('0 of 4 arrived').waitFor()
  await checkIn.waitForLoadState('load')
  // Both load at once what has changed just before.
  await organiser.waitForTimeout(3_000)

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

test('a roster polls once its stream is gone', async () => {
  const [organiser, ada] = await Promise.all([newOrganiser(product), newMember(product, 'Ada Álvarez')])
  const event = await newEvent(organiser)
  await open(organiser, `${paths.event(event)}?manage=roster`, `roster:${event}`)
  await organiser.route('**/api/notifications/stream*', (route) => route.abort())
  const calls = recordCalls(organiser)
  // The stream is silent for longer than a live one is.
  await organiser.clock.runFor(65_000)
  await expect.poll(() => calls).toContain('/api/notifications/stream')
  await rsvp(ada.page, event, 'going')
  await organiser.clock.runFor(16_000)
  await row(organiser, 'Ada Álvarez').waitFor()
})

test('a roster shows at once what changed while its stream was gone', async () => {
  const [organiser, ada] = await Promise.all([newOrganiser(product), newMember(product, 'Ada Álvarez')])
  const event = await newEvent(organiser)
  await open(organiser, `${paths.event(event)}?manage=roster`, `roster:${event}`)
  await organiser.getByRole('heading', { name: 'Roster' }).waitFor()
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

test('a page of an event with a waitlist asks for nothing while its stream is live, and shows a change within two seconds', async () => {
  const organiser = await newOrganiser(product)
  const [ada, ben, cleo, dora] = await Promise.all(
    ['Ada Álvarez', 'Ben Osei', 'Cleo Dvořák', 'Dora Mann'].map((name) => newMember(product, name)),
  )
  const event = await newEvent(organiser, { capacity: 1 })
  for (const { page } of [cleo!, ben!, ada!]) await rsvp(page, event, 'going')
  await open(ada!.page, paths.event(event), `waitlist:${event}`)
  const { page } = ada!
  await page.getByText('You’re #2 on the waitlist.').waitFor()
  await page.waitForTimeout(3_000)
  const calls = recordCalls(page)
  await passMinutes(page, [ben!, cleo!, dora!], ada!)
  expect(calls).toEqual([])

  await call(organiser, 'POST', `/api/events/${event}/announcements`, { text: 'The door is blue.' })
  await page.getByText('The door is blue.').waitFor({ timeout: LIVE_WITHIN })
  await rsvp(ben!.page, event, 'declined')
  await page.getByText('You’re #1 on the waitlist.').waitFor({ timeout: LIVE_WITHIN })
})

test('an organiser sees the announcement of another within two seconds, and then the page asks for nothing', async () => {
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

test('meetings ask for nothing while their stream is live, and show a change within two seconds', async () => {
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
  await ada!.page.waitForTimeout(3_000)
  const calls = [recordCalls(ada!.page), recordCalls(cleo!.page)]
  await passMinutes(ada!.page, [dora!, eve!, finn!], ada!)
  await passMinutes(cleo!.page, [dora!, eve!, finn!], cleo!)
  expect(calls).toEqual([[], []])

  const votes = meeting.slots.map(({ startsAt }) => ({ slot: startsAt, vote: 'no' }))
  const voted = await call(ben!.page, 'PUT', `/api/meetings/${meeting.id}/votes`, { votes })
  expect(voted.status).toBe(200)
  await ada!.page.getByText('Hasn’t voted yet').waitFor({ state: 'detached', timeout: LIVE_WITHIN })
  await propose(ada!, [cleo!])
  await cleo!.page.getByText('Compare notes on hiring').waitFor({ timeout: LIVE_WITHIN })
})
