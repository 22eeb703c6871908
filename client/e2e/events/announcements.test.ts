import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import { paths } from '#shared/lib/paths.ts'
import { editOf } from '#shared/people/profile-edit.ts'
import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, type Member, newMember, withoutStream } from '#client/e2e/members.ts'
import { loseResponses } from '#client/e2e/outage.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let organiser: Page
let ada: Member
/** An event that Ada is going to. */
let id: string

beforeEach(async () => {
  ;[organiser, ada] = await Promise.all([newOrganiser(product), newMember(product, 'Ada Álvarez')])
  id = await newEvent(organiser)
  await rsvp(ada.page, id, 'going')
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const send = (page: Page) => page.getByRole('button', { name: 'Send announcement' })
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Send (to|now)/ })
async function sendNow(page: Page) {
  await send(page).click()
  await confirm(page).click()
}
const received = async () =>
  (await call<{ items: Announcement[] }>(ada.page, 'GET', `/api/events/${id}/announcements`)).body.items

async function open(page: Page) {
  await page.goto(`${product.origin}${paths.event(id)}?manage=announce`)
  await field(page).waitFor()
}

test('an announcement appears on open pages without a stream, with clickable links', async () => {
  await withoutStream(ada.page)
  await ada.page.clock.install()
  await ada.page.goto(product.origin + paths.event(id))
  await ada.page.getByRole('heading', { name: 'Are you going?' }).waitFor()

  await organiser.goto(product.origin + paths.event(id))
  await organiser.getByRole('button', { name: 'Manage' }).click()
  await organiser.getByRole('link', { name: 'Announcements' }).click()
  await organiser.getByText('1 member will see this: 1 going.').waitFor()
  await organiser.getByText('No announcements yet.').waitFor()
  const hostile = '<script>document.title = "harmed"</script>'
  await field(organiser).fill(`The door is blue.\n\nhttps://example.org/map. ${hostile}`)
  await expectAccessibleOnPhone(organiser)
  await send(organiser).click()
  await organiser.getByRole('dialog').getByText('1 member will see this: 1 going.').waitFor()
  await expectAccessibleInEveryViewport(organiser)
  await organiser.getByRole('button', { name: 'Keep editing' }).click()
  expect(await received()).toEqual([])
  await send(organiser).click()
  await organiser.getByRole('button', { name: 'Send to 1 member', exact: true }).click()
  await organiser.getByText('Announcement sent.').waitFor()
  await expect.poll(() => field(organiser).inputValue()).toBe('')
  await organiser.getByRole('listitem').getByText('just now').waitFor()
  await expectAccessibleInEveryViewport(organiser)

  await ada.page.clock.fastForward(61_000)
  await ada.page.getByRole('heading', { name: 'Announcements' }).waitFor()
  await ada.page.getByText(hostile).waitFor()
  const link = ada.page.getByRole('link', { name: 'https://example.org/map' })
  expect(await link.getAttribute('href')).toBe('https://example.org/map')
  await expectAccessibleOnPhone(ada.page)
})

test('a double click sends one announcement, and so does sending again after a lost response', async () => {
  await open(organiser)
  await field(organiser).fill('Bring a cup.')
  await send(organiser).click()
  await confirm(organiser).dblclick()
  await organiser.getByRole('listitem').getByText('Bring a cup.').waitFor()
  expect(await received()).toHaveLength(1)

  let lost = 0
  const endOutage = await loseResponses(organiser, '**/announcements', () => (lost += 1))
  await field(organiser).fill('Bring two cups.')
  await sendNow(organiser)
  await organiser.getByRole('alert').getByText('What you typed is kept.').waitFor()
  expect(await field(organiser).inputValue()).toBe('Bring two cups.')
  await expectAccessibleOnPhone(organiser)
  expect(lost).toBeGreaterThan(0)
  await endOutage()
  await organiser.reload()
  expect(await field(organiser).inputValue()).toBe('Bring two cups.')
  await sendNow(organiser)
  await organiser.getByText('Announcement sent.').waitFor()
  expect((await received()).map(({ text }) => text)).toEqual(['Bring two cups.', 'Bring a cup.'])
  await organiser.reload()
  expect(await field(organiser).inputValue()).toBe('')
})

test('a member who blocked the author reads the announcement on request', async () => {
  const { body: own } = await call<OwnProfile>(organiser, 'GET', '/api/me')
  await call(ada.page, 'PUT', `/api/blocks/${own.id}`)
  await call(organiser, 'POST', `/api/events/${id}/announcements`, { text: 'We moved to room B.' })
  await ada.page.goto(product.origin + paths.event(id))
  await ada.page.getByText('An announcement from someone you blocked.').waitFor()
  await expectAccessibleOnPhone(ada.page)
  expect(await ada.page.getByText('We moved to room B.').count()).toBe(0)
  await ada.page.getByRole('button', { name: 'Show announcement' }).click()
  await ada.page.getByText('We moved to room B.').waitFor()
  await expectAccessibleOnPhone(ada.page)
  await ada.page.getByRole('button', { name: 'Hide announcement' }).click()
  expect(await ada.page.getByText('We moved to room B.').count()).toBe(0)
})

test('an announcement that is empty or too long is not sent', async () => {
  await open(organiser)
  await send(organiser).click()
  await organiser.getByText('Write a message.').waitFor()
  await field(organiser).and(organiser.locator(':focus')).waitFor()
  await expectAccessibleOnPhone(organiser)
  await field(organiser).fill('\u200b')
  await sendNow(organiser)
  await organiser.getByText('Write a message.').waitFor()
  await field(organiser).fill('x'.repeat(EVENT_LIMITS.announcement - 3))
  await organiser.getByText('3 characters left').waitFor()
  await field(organiser).press('End')
  await field(organiser).pressSequentially('yyyyy')
  expect(await field(organiser).inputValue()).toHaveLength(EVENT_LIMITS.announcement)
  await field(organiser).fill('x'.repeat(EVENT_LIMITS.announcement - 500))
  await field(organiser).press('ControlOrMeta+a')
  await field(organiser).press('ControlOrMeta+c')
  await field(organiser).press('End')
  await field(organiser).press('ControlOrMeta+v')
  await organiser
    .getByText('Your text was too long, so its end is missing. At most 2,000 characters fit.')
    .waitFor()
  await expectAccessibleOnPhone(organiser)
  await field(organiser).press('Backspace')
  await organiser.getByText('1 character left').waitFor()
  expect(await received()).toEqual([])
})

test('a form’s notice of a lost connection disappears once the server responds again', async () => {
  await open(organiser)
  await field(organiser).fill('We moved to room B.')
  await organiser.context().setOffline(true)
  await sendNow(organiser)
  const notice = organiser.getByRole('alert').getByText('What you typed is kept.')
  await notice.waitFor()
  await organiser.context().setOffline(false)
  await notice.waitFor({ state: 'detached' })
  await organiser.getByText('You’re back online. You can try again.').waitFor()
  expect(await field(organiser).inputValue()).toBe('We moved to room B.')
  await sendNow(organiser)
  await organiser.getByRole('listitem').getByText('We moved to room B.').waitFor()
})

test('an organiser sees the announcement of another, with the author', async () => {
  const second = await newOrganiser(product, product.admins[1])
  const { body: own } = await call<OwnProfile>(second, 'GET', '/api/me')
  await call(second, 'PUT', '/api/me', { ...editOf(own), displayName: 'Olga Prats' }, own.version)
  await organiser.clock.install()
  await open(organiser)
  await field(organiser).fill('We start at')
  await call(second, 'POST', `/api/events/${id}/announcements`, { text: 'We start at eight.' })
  await organiser.clock.fastForward(61_000)
  const announcement = organiser.getByRole('listitem').filter({ hasText: 'We start at eight.' })
  await announcement
    .getByText('Olga Prats, just now')
    .or(announcement.getByText('Olga Prats, 1 minute ago'))
    .waitFor()
  expect(await field(organiser).inputValue()).toBe('We start at')
})
