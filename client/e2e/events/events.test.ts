import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { hoursFromNow, newDraft, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let organiser: Page

beforeEach(async () => {
  organiser = await newOrganiser(product)
})

const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 }).allInnerTexts()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 3, name })

/**
 * The event has been under way since yesterday, so it is on the first page of the list, whatever else is on the shared
 * server.
 */
const onFirstPage = () => ({ startsAt: hoursFromNow(-24), endsAt: hoursFromNow(2) })

async function memberIn(timeZone: string) {
  const { page } = await newMember(product, 'Ada Álvarez', { timeZone })
  return page
}

test('the list is searched and filtered through the URL, and an error is shown when it cannot be loaded', async () => {
  await newEvent(organiser, { title: 'Bread for towns', tags: ['food'], ...onFirstPage() })
  await newEvent(organiser, {
    title: 'Contracts in plain words',
    format: 'online',
    joinUrl: 'https://meet.example.org/room',
    startsAt: hoursFromNow(200),
  })
  const page = await memberIn('Europe/Lisbon')
  await page.goto(product.origin + paths.events)
  await title(page, 'Bread for towns').waitFor()
  await expectAccessibleInEveryViewport(page)

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('searchbox', { name: 'Search events' }).fill('contr')
  await title(page, 'Bread for towns').waitFor({ state: 'detached' })
  await expect.poll(() => titles(page)).toEqual(['Contracts in plain words'])
  expect(new URL(page.url()).search).toBe('?q=contr')
  await page.getByLabel('Format', { exact: true }).selectOption('inPerson')
  await page.getByText('No matches').waitFor()
  await page.reload()
  await page.getByText('No matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Tag', { exact: true }).selectOption('food')
  await title(page, 'Contracts in plain words').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show events' }).click()
  await page.getByRole('button', { name: 'Filters 1' }).and(page.locator(':focus')).waitFor()

  await page.route('**/api/events?*', (route) => route.abort())
  await page.getByRole('tab', { name: 'Past' }).click()
  await page.getByText('Can’t reach the server.').first().waitFor()
})

test('every time names its zone, the viewer’s own first', async () => {
  const startsAt = `${new Date().getUTCFullYear() + 1}-07-15T18:00:00.000Z`
  const id = await newEvent(organiser, { title: 'Far away', startsAt, timeZone: 'Europe/Lisbon' })
  const page = await memberIn('Asia/Tokyo')
  await page.goto(`${product.origin}${paths.events}?q=Far away`)
  const row = page.getByRole('article').filter({ hasText: 'Far away' })
  await row.waitFor()
  const words = (await row.innerText()).replaceAll(/\s/g, ' ')
  expect(words).toMatch(
    /0?3:00.{1,5}0?5:00.* your time \(Tokyo\) .*15.*(19:00.21:00|7:00.{1,5}9:00.PM) Lisbon time/,
  )
  await showScreen(page, paths.event(id))
  const when = page.locator('dd').first()
  await when.getByText('your time (Tokyo)').waitFor()
  await when.getByText('Lisbon time').waitFor()
  await when.getByText(/^Starts in \d+ (weeks|months)$/).waitFor()
})

test('organisers’ texts cannot run scripts or load pictures', async () => {
  const description = [
    '# A heading',
    '<script>document.title = "harmed"</script>',
    '<img src="x" onerror="document.title = \'harmed\'">',
    '[a link](javascript:document.title="harmed") [data](data:text/html,<script>1</script>)',
    '![a picture](https://elsewhere.example/pixel.png)',
    '[fine](https://example.org/fine)',
  ].join('\n\n')
  const hostile = '<b>Bold</b> & <script>alert(1)</script>'
  const id = await newEvent(organiser, { title: hostile, summary: hostile, description, tags: ['<i>x</i>'] })
  const page = await memberIn('Europe/Lisbon')
  const elsewhere: string[] = []
  page.on('request', (request) => elsewhere.push(new URL(request.url()).hostname))
  await page.goto(product.origin + paths.event(id))
  await page.getByRole('heading', { level: 1, name: hostile }).waitFor()
  await page.getByRole('heading', { level: 3, name: 'A heading' }).waitFor()
  const about = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: 'About this event' })
    .last()
  expect(await about.locator('script, img, iframe, style').count()).toBe(0)
  const links = await about
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual(['https://elsewhere.example/pixel.png', 'https://example.org/fine'])
  await expect.poll(() => page.title()).toContain('Bold')
  expect(elsewhere).not.toContain('elsewhere.example')
  await expectAccessibleInEveryViewport(page)
})

test('an organiser publishes a draft, and cancels the event with a reason that members see', async () => {
  const id = await newDraft(organiser, { title: 'River day' })
  await organiser.goto(`${product.origin}${paths.events}?list=drafts`)
  await organiser.getByRole('link', { name: 'River day' }).click()
  const manage = async (command: string) => {
    await organiser.getByRole('button', { name: 'Manage' }).click()
    await organiser.getByRole('listitem').getByRole('button', { name: command }).click()
  }
  await manage('Publish…')
  await expectAccessibleOnPhone(organiser)
  await organiser.getByRole('button', { name: 'Publish', exact: true }).click()
  await organiser.getByText('Event published.').waitFor()

  const page = await memberIn('Europe/Lisbon')
  await rsvp(page, id, 'going')
  await manage('Cancel event…')
  await organiser.getByRole('button', { name: 'Keep event' }).click()
  await manage('Cancel event…')
  await organiser.getByRole('button', { name: 'Cancel event', exact: true }).click()
  await organiser.getByText('Enter a reason (at least 3 characters).').waitFor()
  await organiser.getByLabel('Reason').fill('The river is too high.')
  await organiser.getByRole('button', { name: 'Cancel event', exact: true }).click()
  await organiser.getByText('This event was cancelled.').waitFor()

  await page.goto(product.origin + paths.event(id))
  await page.getByText('The river is too high.').waitFor()
  expect(await page.getByText('Are you going?').count()).toBe(0)
  await page.getByRole('heading', { name: 'Who was going 1' }).waitFor()
  await page.getByRole('link', { name: 'Update your calendar' }).waitFor()
  await expectAccessibleOnPhone(page)
  await showScreen(page, `${paths.events}?list=mine`)
  await page.getByRole('article').filter({ hasText: 'River day' }).getByText('Cancelled').waitFor()
})

test('hosts and attendees come before the description, and the RSVP stays in sight beside it', async () => {
  const ada = await newMember(product, 'Ada Álvarez')
  const id = await newEvent(organiser, { description: 'A long evening.\n\n'.repeat(60), hosts: [ada.id] })
  await ada.page.setViewportSize({ width: 1280, height: 800 })
  await ada.page.goto(product.origin + paths.event(id))
  await ada.page.getByRole('heading', { name: 'Discussion' }).waitFor()
  const titlesInOrder = await ada.page.locator('main h2').allInnerTexts()
  const [host, going, about] = ['Host', 'Who’s going', 'About'].map((name) =>
    titlesInOrder.findIndex((each) => each.startsWith(name)),
  )
  expect(host).toBeGreaterThan(-1)
  expect([host! < going!, going! < about!]).toEqual([true, true])
  expect(titlesInOrder.at(-1)).toBe('Discussion')
  await ada.page.getByRole('heading', { name: 'Discussion' }).scrollIntoViewIfNeeded()
  const share = await ada.page.getByRole('button', { name: 'Share', exact: true }).boundingBox()
  expect(share!.y).toBeGreaterThan(0)
  expect(share!.y).toBeLessThan(800)
  await expectAccessibleInEveryViewport(ada.page)
})

test('members cannot see a draft, and its organiser can delete it', async () => {
  const id = await newDraft(organiser, { title: 'Not yet' })
  const page = await memberIn('Europe/Lisbon')
  await page.goto(product.origin + paths.event(id))
  await page.getByText('404 - Page Not Found').waitFor()
  await organiser.goto(product.origin + paths.event(id))
  await organiser.getByRole('button', { name: 'Manage' }).click()
  await organiser.getByRole('button', { name: 'Delete draft…' }).click()
  await organiser.getByRole('button', { name: 'Delete draft', exact: true }).click()
  await organiser.getByText('Draft deleted.').waitFor()
  expect((await call(organiser, 'GET', `/api/events/${id}`)).status).toBe(404)
})

test('a calendar feed works until its link is replaced or deleted', async () => {
  const page = await memberIn('Europe/Lisbon')
  await newEvent(organiser, { title: 'In the calendar' }).then((id) => rsvp(page, id, 'going'))
  await page.goto(product.origin + paths.events)
  // The second click of a double click does not close the dialog; a later click outside does.
  await page.getByRole('button', { name: 'Sync calendar' }).dblclick()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').getAttribute('closedby')).toBe('any')
  await page.mouse.click(5, 5)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sync calendar' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByLabel('Calendar link')
  await link.waitFor()
  await expectAccessibleOnPhone(page)
  const first = await link.inputValue()
  const feed = (url: string) =>
    fetch(url).then(async (response) => ({ status: response.status, text: await response.text() }))
  expect((await feed(first)).text).toContain('SUMMARY:In the calendar')

  await page.reload()
  await page.getByRole('button', { name: 'Sync calendar' }).click()
  await page.getByText(/last synced (just now|1 minute ago)/).waitFor()
  await page.getByRole('button', { name: 'Replace link' }).click()
  await link.waitFor()
  const second = await link.inputValue()
  expect(second).not.toBe(first)
  expect((await feed(first)).status).toBe(404)
  await page.getByRole('button', { name: 'Delete link' }).click()
  await page.getByRole('button', { name: 'Create link' }).waitFor()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  expect((await feed(second)).status).toBe(404)
})

test('tabs keep their positions when another one opens', async () => {
  const page = await memberIn('Europe/Lisbon')
  await page.goto(product.origin + paths.events)
  const places = () =>
    page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().left))
  await page.getByRole('tab', { name: 'Past', exact: true }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  const before = await places()
  await page.getByRole('tab', { name: 'Past', exact: true }).click()
  await page.getByRole('tab', { name: 'Past', selected: true }).waitFor()
  expect(await places()).toEqual(before)
})

test('a tab that an arrow key reaches shows the focus', async () => {
  const page = await memberIn('Europe/Lisbon')
  await page.goto(product.origin + paths.events)
  await page.getByRole('tab', { name: 'Upcoming' }).press('ArrowRight')
  const focused = page.getByRole('tab', { name: 'My events', selected: false }).and(page.locator(':focus'))
  expect(await focused.evaluate((tab) => getComputedStyle(tab).outlineStyle)).toBe('solid')
})
