import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'

import { answer, hoursFromNow, newEvent, newOrganiser, ORGANISER_ENV } from './events.ts'
import { expectSoundInEveryLook } from './looks.ts'
import { call, type Member, newMember } from './members.ts'
import { runProduct } from './product.ts'

const product = runProduct({ env: ORGANISER_ENV })
let organiser: Page
let ada: Member
let ben: Member

beforeEach(async () => {
  ;[organiser, ada, ben] = await Promise.all([
    newOrganiser(product),
    newMember(product, 'Ada Álvarez'),
    newMember(product, 'Ben Osei'),
  ])
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()
/** What was pressed may be gone: the focus has not fallen to the beginning of the page. */
async function expectFocusOnAnswer(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^You are/)
}

const stored = async (page: Page, id: string) =>
  (await call<EventDetails>(page, 'GET', `/api/events/${id}`)).body

async function open({ page }: Member, id: string) {
  await page.goto(product.origin + paths.event(id))
  await page.getByRole('heading', { name: 'Are you coming?' }).waitFor()
}

test('the last seat is one person’s; the other waits, and moves up', async () => {
  const id = await newEvent(organiser, { capacity: 1 })
  await Promise.all([open(ada, id), open(ben, id)])
  await button(ada.page, 'Going').click()
  await said(ada.page, 'You are going. Your seat is kept.')
  // The other page has not heard of it: the server decides.
  await button(ben.page, 'Going').click()
  await said(ben.page, 'You are 1st in line.')
  await expectSoundInEveryLook(ben.page)

  await ada.page.reload()
  await button(ada.page, 'Can’t go').click()
  const asked = ada.page.getByRole('dialog', { name: 'Give up your seat?' })
  await asked.getByText('It goes to the next in line at once.').waitFor()
  await expectSoundInEveryLook(ada.page)
  await asked.getByRole('button', { name: 'Keep it' }).click()
  expect((await stored(ada.page, id)).mine?.state).toBe('going')
  await button(ada.page, 'Can’t go').click()
  await asked.getByRole('button', { name: 'Give it up' }).click()
  await said(ada.page, 'You are not coming.')

  await ben.page.reload()
  await said(ben.page, 'You are going. Your seat is kept.')
  await ben.page.getByRole('link', { name: 'Ben Osei' }).waitFor()
})

test('a seat that is freed shortly before the start is held, to take or to let go', async () => {
  const id = await newEvent(organiser, { capacity: 1, startsAt: hoursFromNow(10) })
  await answer(ada.page, id, 'going')
  await answer(ben.page, id, 'going')
  await answer(ada.page, id, 'declined')
  await open(ben, id)
  await ben.page.getByText(/^A seat is held for you until .*, which is in 2 hours\.$/).waitFor()
  await expectSoundInEveryLook(ben.page)
  await button(ben.page, 'Let it go').click()
  await ben.page.getByRole('button', { name: 'Give it up' }).click()
  await said(ben.page, 'You are not coming.')

  await answer(ada.page, id, 'going')
  await answer(ben.page, id, 'going')
  await answer(ada.page, id, 'declined')
  await ben.page.goto(`${product.origin}/dashboard`)
  const held = ben.page.getByRole('link', { name: /There is a seat for you: .*Claim it by .*, in 2 hours/ })
  await held.waitFor()
  await expectSoundInEveryLook(ben.page)
  await held.click()
  await button(ben.page, 'Take it').click()
  await said(ben.page, 'You are going. Your seat is kept.')
  // The door opens in less than twelve hours.
  await ben.page.getByRole('figure', { name: /^Check-in code/ }).waitFor()
  await expectSoundInEveryLook(ben.page)
  await button(ben.page, 'Show it large').click()
  await ben.page.getByRole('dialog').getByRole('figure').waitFor()

  await organiser.goto(product.origin + paths.event(id))
  await organiser.getByRole('link', { name: 'Check people in' }).click()
  await organiser.getByRole('button', { name: 'Check in Ben Osei' }).waitFor()
})

test('guests take seats, and no more than there are', async () => {
  const id = await newEvent(organiser, { capacity: 4, guestsMax: 3 })
  await open(ada, id)
  await button(ada.page, 'One more').click()
  await button(ada.page, 'Going').click()
  await said(ada.page, 'You are going, with 1 guest.')
  await answer(ben.page, id, 'going')
  await button(ada.page, 'One more').click()
  await button(ada.page, 'One more').click()
  await button(ada.page, 'Bring 3 guests').click()
  await ada.page.getByText('There are not enough free seats for that many guests.').waitFor()
  await expectSoundInEveryLook(ada.page)
  expect((await stored(ada.page, id)).mine).toMatchObject({ state: 'going', guests: 1 })
  for (let press = 0; press < 3; press += 1) await button(ada.page, 'One fewer').click()
  await button(ada.page, 'Come without guests').click()
  await said(ada.page, 'You are going. Your seat is kept.')
  await expectFocusOnAnswer(ada.page)
})

test('the link to join is for those who are going', async () => {
  const id = await newEvent(organiser, { format: 'online', joinUrl: 'https://meet.example.org/room' })
  await open(ada, id)
  await ada.page.getByText('The link to join is here for those who are going.').waitFor()
  await button(ada.page, 'Going').click()
  const link = ada.page.getByRole('link', { name: 'Join online' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe('https://meet.example.org/room')
})

test('around its start an online event is joined beside the answer', { timeout: 60_000 }, async () => {
  const online = { format: 'online', joinUrl: 'https://meet.example.org/room' } as const
  const soon = await newEvent(organiser, { ...online, startsAt: hoursFromNow(0.2) })
  await answer(ada.page, soon, 'going')
  await open(ada, soon)
  const join = ada.page.getByRole('link', { name: 'Join now' })
  expect(await join.getAttribute('href')).toBe(online.joinUrl)
  // There is no door.
  expect(await ada.page.getByRole('figure').count()).toBe(0)
  await expectSoundInEveryLook(ada.page)

  const underWay = await newEvent(organiser, { ...online, startsAt: hoursFromNow(-1) })
  await organiser.goto(product.origin + paths.event(underWay))
  await organiser.getByRole('link', { name: 'Join now' }).waitFor()
  await call(organiser, 'POST', `/api/events/${underWay}/complete`)
  await organiser.reload()
  await organiser.getByRole('heading', { name: 'This event is over' }).waitFor()
  for (const name of [/^Join/, 'Add to calendar'])
    expect(await organiser.getByRole('link', { name }).count()).toBe(0)
  await organiser.getByRole('link', { name: 'roster' }).click()
  await organiser.getByRole('heading', { level: 1, name: 'Roster' }).waitFor()
})

test('two quick presses are one answer, and a lost response does no harm', async () => {
  const id = await newEvent(organiser, { capacity: 5 })
  await open(ada, id)
  let sent = 0
  await ada.page.route('**/answer', async (route) => {
    sent += 1
    const response = await route.fetch()
    // The first answer arrives and is carried out, but its response is lost on the way.
    if (sent === 1) return route.abort()
    await route.fulfill({ response })
  })
  await button(ada.page, 'Going').dblclick()
  await said(ada.page, 'You are going. Your seat is kept.')
  expect(sent).toBe(2)
  expect((await stored(ada.page, id)).seats).toMatchObject({ going: 1, left: 4 })
})

test.for([
  ['no network', { abort: true, status: 0 }, 'Can’t reach the server.'],
  ['a fault of the server', { abort: false, status: 500 }, 'Something'],
] as const)('with %s the answer stays as it was, and can be sent again', async ([, fault, words]) => {
  const id = await newEvent(organiser)
  await open(ada, id)
  await button(ada.page, 'Going').click()
  await said(ada.page, 'You are going.')
  await ada.page.route('**/answer', (route) =>
    fault.abort
      ? route.abort()
      : route.fulfill({
          status: fault.status,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            status: 500,
            code: 'internal',
            title: 'Something broke.',
          }),
        }),
  )
  await button(ada.page, 'Can’t go').click()
  await ada.page.getByRole('alert').getByText(words).waitFor()
  await said(ada.page, 'You are going.')
  expect((await stored(ada.page, id)).mine?.state).toBe('going')
  await ada.page.unroute('**/answer')
  await button(ada.page, 'Can’t go').click()
  await said(ada.page, 'You are not coming.')
})

test('after the deadline nobody newly comes, but who cannot come can still say so', async () => {
  const id = await newEvent(organiser, { rsvpDeadline: hoursFromNow(1 / 6) })
  await answer(ada.page, id, 'going')
  for (const { page } of [ada, ben]) await page.clock.install()
  await Promise.all([open(ada, id), open(ben, id)])
  // By itself, while the page is open.
  for (const { page } of [ada, ben]) await page.clock.fastForward('10:00')
  await ben.page.getByRole('heading', { name: 'Answers are closed' }).waitFor()
  await button(ben.page, 'Going').waitFor({ state: 'detached' })
  await button(ada.page, 'I can’t come after all').click()
  await ada.page.getByText('Answers are closed, so you could not have it back.').waitFor()
  await ada.page.getByRole('button', { name: 'Give it up' }).click()
  await said(ada.page, 'You are not coming.')
  await expectFocusOnAnswer(ada.page)
  expect((await stored(ada.page, id)).mine?.state).toBe('declined')
})
