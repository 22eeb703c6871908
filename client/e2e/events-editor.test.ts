import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'

import type { EventDetails } from '#shared/events.ts'
import { paths } from '#shared/paths.ts'

import { newOrganiser, ORGANISER_ENV } from './events.ts'
import { expectSoundInEveryLook } from './looks.ts'
import { call, newMember } from './members.ts'
import { signIn } from './people.ts'
import { twoColours } from './pictures.ts'
import { runProduct } from './product.ts'

const product = runProduct({ env: ORGANISER_ENV })
let page: Page

beforeEach(async () => {
  page = await newOrganiser(product)
  await page.goto(`${product.origin}${paths.events}?create=1`)
  await field('Title').waitFor()
})

const field = (name: string) =>
  page
    .getByRole('form')
    .or(page.locator('form'))
    .getByLabel(new RegExp(`^${name}( \\(optional\\))?$`))
const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name)
const errorOf = (name: string) =>
  field(name).evaluate((element: HTMLInputElement) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .at(-1),
  )
const save = () => page.getByRole('button', { name: 'Save draft' }).click()
const made = () => page.waitForURL((url) => url.pathname.startsWith('/event/'))
const stored = async () =>
  (await call<EventDetails>(page, 'GET', `/api/events/${new URL(page.url()).pathname.split('/').at(-1)}`))
    .body

async function at(label: string, day: string, time: string) {
  await field(`${label}: day`).fill(day)
  await field(`${label}: time`).fill(time)
}

async function inZone(search: string, option: string) {
  await page.getByRole('combobox', { name: 'Time zone' }).fill(search)
  await page.getByRole('option', { name: option }).click()
}

test(
  'an organiser fills in every field, sees the draft as it will be, and publishes it',
  {
    timeout: 90_000,
  },
  async () => {
    const host = await newMember(product, 'Zoë Quartz', { company: 'Quartz & Daughters' })
    await field('Title').fill('A supper at the mill')
    await field('In short').fill('Bring bread.')
    await field('Description').fill('## By the river\n\n- soup\n- **bread**')
    await page.getByRole('button', { name: 'Show preview' }).click()
    await page
      .getByRole('region', { name: 'Preview of the description' })
      .getByRole('listitem')
      .nth(1)
      .waitFor()
    await page.locator('input[type=file]').setInputFiles({
      name: 'mill.jpg',
      mimeType: 'image/jpeg',
      buffer: await twoColours(page, { width: 1600, height: 1200 }),
    })
    const part = page.getByRole('application', { name: 'Part of the picture' })
    await part.press('+')
    await part.press('ArrowLeft')
    await page.getByRole('button', { name: 'Use this part' }).click()
    await page.getByRole('button', { name: 'Change cover picture' }).waitFor()
    await page.getByRole('button', { name: 'Add tag' }).click()
    await field('Tag 1').fill('food')
    await at('Starts', '2030-07-04', '19:00')
    await at('Ends', '2030-07-05', '01:00')
    await inZone('tokyo', 'Asia/Tokyo')
    await page
      .getByText(/Jul.* Tokyo time/)
      .first()
      .waitFor()
    await field('How people take part').selectOption({ label: 'In person and online' })
    await field('Name of the place').fill('The old mill')
    await field('City').fill('Porto')
    await field('Country').selectOption({ label: 'Portugal' })
    await field('Link to join').fill('https://meet.example.org/mill')
    await field('Seats').fill('40')
    await field('Each may bring').selectOption({ label: 'Up to 2 guests' })
    await at('Answers until', '2030-07-01', '12:00')
    await page.getByRole('radio', { name: 'Everyone' }).check()
    await field('Add a host').fill('quartz')
    await field('Add a host').press('Enter')
    await page.getByRole('button', { name: 'Zoë Quartz, Quartz & Daughters' }).click()
    await page.getByRole('button', { name: 'Remove Zoë Quartz from the hosts' }).waitFor()
    await expect.poll(focused).toBe('find-host')
    await expectSoundInEveryLook(page)

    await save()
    await made()
    await page.getByText('This is a draft.').waitFor()
    await page.getByRole('heading', { level: 3, name: 'By the river' }).waitFor()
    await expectSoundInEveryLook(page)
    const event = await stored()
    expect(event).toMatchObject({
      title: 'A supper at the mill',
      summary: 'Bring bread.',
      startsAt: '2030-07-04T10:00:00.000Z',
      endsAt: '2030-07-04T16:00:00.000Z',
      rsvpDeadline: '2030-07-01T03:00:00.000Z',
      timeZone: 'Asia/Tokyo',
      allDay: false,
      format: 'hybrid',
      venue: { name: 'The old mill', address: { city: 'Porto', country_code: 'PT' } },
      joinUrl: 'https://meet.example.org/mill',
      capacity: 40,
      guestsMax: 2,
      visibility: 'public',
      tags: ['food'],
      status: 'draft',
    })
    expect(event.cover).toMatch(/^[0-9a-f]{64}$/)
    expect(event.hosts.map(({ id }) => id)).toContain(host.id)

    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('The event is published.').waitFor()
    expect((await stored()).status).toBe('published')
  },
)

test('whole days over several days are by their dates alone', async () => {
  await field('Title').fill('A fair')
  await page.getByLabel('It lasts whole days').check()
  await field('First day').fill('2030-03-30')
  await field('Last day').fill('2030-03-31')
  await inZone('lisbon', 'Europe/Lisbon')
  await expectSoundInEveryLook(page)
  await save()
  await made()
  // The second day has 23 hours.
  expect(await stored()).toMatchObject({
    allDay: true,
    startsAt: '2030-03-30T00:00:00.000Z',
    endsAt: '2030-03-31T23:00:00.000Z',
  })
})

test.for([
  ['2030-03-31', /^On that day the clocks jump over 01:30/, 1, '2030-03-31T01:30:00.000Z'],
  ['2030-10-27', /^On that day the clocks show 01:30 twice/, 0, '2030-10-27T00:30:00.000Z'],
] as const)(
  'on %s, when the clocks are changed, it is asked which time is meant',
  async ([day, question, choice, instant]) => {
    await field('Title').fill('A night walk')
    await inZone('lisbon', 'Europe/Lisbon')
    await at('Starts', day, '01:30')
    await field('Ends: time').fill('06:00')
    const asked = page.getByRole('radiogroup', { name: question })
    await asked.waitFor()
    await save()
    await page.getByText('The clocks are changed then. Please choose which time you mean.').waitFor()
    expect(await focused()).toBe('startsAt.choice')
    await expectSoundInEveryLook(page)
    await asked.getByRole('radio').nth(choice).check()
    // Another zone is another question.
    await inZone('tokyo', 'Asia/Tokyo')
    await asked.waitFor({ state: 'detached' })
    await inZone('lisbon', 'Europe/Lisbon')
    expect(await asked.getByRole('radio', { checked: true }).count()).toBe(0)
    await asked.getByRole('radio').nth(choice).check()
    await save()
    await made()
    expect((await stored()).startsAt).toBe(instant)
  },
)

describe('what is wrong is said at its field, with the focus', () => {
  test('each text at its limit is taken, and one letter more is not', { timeout: 60_000 }, async () => {
    const texts = [
      ['Title', 200],
      ['In short', 280],
      ['Description', 10_000],
      ['Tag 1', 40],
      ['Name of the place', 120],
      ['City', 80],
    ] as const
    const write = async (more: number) => {
      for (const [name, limit] of texts) await field(name).fill('x'.repeat(limit + more))
    }
    // The fields take no more, so that the server's word comes through only without theirs.
    const lift = () =>
      page.locator('[maxlength]').evaluateAll((all) => all.forEach((one) => one.removeAttribute('maxlength')))
    await page.getByRole('button', { name: 'Add tag' }).click()
    await write(1)
    expect(await field('Title').inputValue()).toHaveLength(200)
    await lift()
    await write(1)
    await save()
    await expect.poll(focused).toBe('title')
    for (const [name] of texts) expect(await errorOf(name), name).toMatch(/at most/)
    await expectSoundInEveryLook(page)
    await write(0)
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
    await save()
    await made()
    expect((await stored()).description).toHaveLength(10_000)
    await expectSoundInEveryLook(page)
  })

  test('an end before the start, a deadline after it, seats, guests and links', async () => {
    await save()
    await expect.poll(focused).toBe('title')
    expect(await errorOf('Title')).toBe('Please use at least 3 characters.')
    await field('Title').fill('Tea')

    await at('Starts', '2030-05-01', '18:00')
    expect(await field('Ends: day').inputValue()).toBe('2030-05-01')
    await at('Ends', '2030-05-01', '17:00')
    await at('Answers until', '2030-05-01', '18:01')
    await field('Seats').fill('10001')
    await save()
    await expect.poll(focused).toBe('capacity')
    await field('Seats').fill('2')
    await field('Each may bring').selectOption('2')
    await field('How people take part').selectOption({ label: 'Online' })
    await field('Link to join').fill('http://meet.example.org')
    await save()
    await expect.poll(focused).toBe('joinUrl')
    await field('Link to join').fill('https://meet.example.org')
    await save()
    await expect.poll(focused).toBe('endsAt')
    expect(await errorOf('Ends: day')).toBe('The end must be after the start.')
    expect(await errorOf('Each may bring')).toBe('Nobody could bring so many: there are too few seats.')
    expect(await errorOf('Answers until: day')).toBe('The deadline cannot be after the start.')

    await field('Ends: time').fill('18:01')
    await field('Each may bring').selectOption('1')
    await field('Answers until: time').fill('18:00')
    await save()
    await made()
    expect(await stored()).toMatchObject({ capacity: 2, guestsMax: 1, format: 'online' })
  })

  test('what a draft may lack and an event may not', async () => {
    await field('Title').fill('Nowhere yet')
    await save()
    await made()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Something is still missing. Please say where it takes place.').waitFor()
    await page.getByRole('link', { name: 'Edit the event' }).click()
    await field('Name of the place').fill('The old mill')
    await page.getByRole('button', { name: 'Save event' }).click()
    await page.getByText('The event is saved.').waitFor()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('The event is published.').waitFor()
  })
})

describe('what is not saved', () => {
  const kept = () => page.getByText('We kept what you had not saved')

  test('survives a reload and a look elsewhere, and can be discarded and brought back', async () => {
    await field('Title').fill('A picnic')
    await at('Starts', '2030-05-01', '12:00')
    await page.reload()
    await kept().waitFor()
    expect(await field('Title').inputValue()).toBe('A picnic')
    expect(await field('Starts: day').inputValue()).toBe('2030-05-01')
    await page.getByRole('link', { name: 'Back to events' }).click()
    await page.getByText('You have begun an event that is not saved').waitFor()
    await expectSoundInEveryLook(page)
    await page.getByRole('link', { name: 'Go on', exact: true }).click()
    await expectSoundInEveryLook(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await field('Title').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await field('Title').inputValue()).toBe('A picnic')
    await save()
    await made()
    await page.goto(`${product.origin}${paths.events}?create=1`)
    await field('Title').waitFor()
    expect(await field('Title').inputValue()).toBe('')
    expect(await kept().count()).toBe(0)
  })

  test('is there after the session has ended and the organiser signed in again', async () => {
    await call(page, 'POST', '/api/me/onboarded')
    await field('Title').fill('A picnic')
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await signIn(page, product.origin, {
      email: ORGANISER_ENV.ADMIN_EMAILS,
      password: 'a long enough password',
    })
    await kept().waitFor()
    expect(await field('Title').inputValue()).toBe('A picnic')
  })

  test('stays where it is while the server is gone', async () => {
    await field('Title').fill('A picnic')
    await page.route('**/api/events', (route) => route.abort())
    await save()
    await page.getByText('What you typed is kept.').waitFor()
    expect(await field('Title').inputValue()).toBe('A picnic')
    await page.unroute('**/api/events')
    await save()
    await made()
  })
})

test('two quick presses make one draft', async () => {
  const name = `Once only ${Date.now()}`
  await field('Title').fill(name)
  await page.getByRole('button', { name: 'Save draft' }).dblclick()
  await made()
  const { body } = await call<{ items: { title: string }[] }>(page, 'GET', '/api/events?list=drafts')
  expect(body.items.filter(({ title }) => title === name)).toHaveLength(1)
})
