import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'

import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:evt-Past1@events.lu.ma',
  'DTSTART:20260305T180000Z',
  'DTEND:20260305T200000Z',
  'SUMMARY:Founders’ supper',
  'LOCATION:The hall\\, 1 Main St\\, Lisbon',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:evt-Off@events.lu.ma',
  'DTSTART:20260405T180000Z',
  'STATUS:CANCELLED',
  'SUMMARY:Called off',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

test('an organiser imports an event and its guests on a phone, and the same file again changes nothing', async () => {
  const organiser = await newOrganiser(product)
  const ada = await newMember(product, 'Ada Álvarez')
  const guests = [
    'api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url',
    `gst-1,Ada,,,${ada.person.email},,2026-03-01T10:00:00.000Z,approved,2026-03-05T18:05:00.000Z,,https://lu.ma/check-in/evt-Past1?pk=1`,
    'gst-2,Stranger,,,stranger@example.org,,2026-03-01T10:00:00.000Z,approved,,,',
    'gst-3,Broken,,,nobody,,2026-03-01T10:00:00.000Z,approved,,,',
  ].join('\n')
  const choose = async (name: string, content: string) => {
    await organiser
      .getByLabel('File with events')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    await organiser.getByRole('heading', { name: 'Check before you import' }).waitFor()
  }

  await organiser.setViewportSize({ width: 390, height: 844 })
  await organiser.goto(`${product.origin}${paths.events}`)
  await organiser.getByRole('button', { name: 'More options' }).click()
  await organiser.getByRole('link', { name: 'Import' }).click()
  await organiser.getByRole('heading', { level: 1, name: 'Import events' }).waitFor()
  await expectAccessibleInEveryViewport(organiser)

  await organiser.getByLabel('File with events').setInputFiles({
    name: 'photo.ics',
    mimeType: 'text/plain',
    buffer: Buffer.from('Name,Shoe size\nAda,38'),
  })
  await organiser.getByText('These columns are not those of an export').waitFor()

  await choose('calendar.ics', CALENDAR)
  await organiser.getByText('1 new past event').waitFor()
  await organiser.getByText('The hall, 1 Main St, Lisbon').waitFor()
  await organiser.getByText('Cancelled events are not imported.').waitFor()
  await expectAccessibleInEveryViewport(organiser)
  await organiser.getByRole('button', { name: 'Import 1 event' }).click()
  await organiser.getByText('1 event is imported').waitFor()

  await organiser.getByRole('button', { name: 'Import another file' }).click()
  await choose('guests.csv', guests)
  await organiser.getByText('“nobody” is not an email address.').waitFor()
  await organiser.getByRole('button', { name: 'Import 1 event' }).click()
  await organiser.getByText('1 member added, 1 person who isn’t a member.').waitFor()
  await expectAccessibleInEveryViewport(organiser)

  await organiser.getByRole('button', { name: 'Import another file' }).click()
  await choose('guests.csv', guests)
  await organiser.getByRole('button', { name: 'Import 1 event' }).click()
  await organiser.getByText('0 members added, 1 on the roster already').waitFor()
  await organiser.getByRole('link', { name: 'Founders’ supper' }).click()
  await organiser.getByRole('heading', { level: 1, name: 'Founders’ supper' }).waitFor()
  expect(await call(ada.page, 'GET', '/api/notifications')).toMatchObject({ body: { items: [] } })
})

test('a list of attendees that names no event asks for it once', async () => {
  const organiser = await newOrganiser(product)
  await organiser.goto(`${product.origin}${paths.events}?import=1`)
  const content = 'Name\tUser ID\tEvent Host\tRSVP\tGuests\nAda\tuser 1\tNo\tYes\t0\nBen\tuser 2\tNo\tNo\t0\n'
  await organiser
    .getByLabel('File with events')
    .setInputFiles({ name: 'attendees.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await organiser.getByRole('heading', { name: 'Which event is this?' }).waitFor()
  await organiser.getByRole('button', { name: 'Continue' }).click()
  await organiser.getByText('Enter a title (at least 3 characters).').waitFor()
  await organiser.getByLabel('Title').fill('November meetup')
  await organiser.getByLabel('Start date').fill('2025-11-12')
  await organiser.getByLabel('Start time').fill('18:30')
  await organiser.getByLabel('End date').fill('2025-11-12')
  await organiser.getByLabel('End time').fill('20:30')
  await organiser.getByRole('button', { name: 'Continue' }).click()
  await organiser.getByText('1 attendee without an email address, left out').waitFor()
  await organiser.getByRole('button', { name: 'Import 1 event' }).click()
  await organiser.getByText('1 event is imported').waitFor()
  const past = await call(organiser, 'GET', '/api/events?list=past&q=November')
  expect(past).toMatchObject({ body: { items: [{ title: 'November meetup', status: 'completed' }] } })
})

test('the check step shows place and seats of an event', async () => {
  const organiser = await newOrganiser(product)
  await organiser.goto(`${product.origin}${paths.events}?import=1`)
  await organiser.getByLabel('File with events').setInputFiles({
    name: 'events.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Event name,Start date,Start time,Venue name,Venue city,Capacity\nSupper in spring,2026-03-05,18:30,The hall,Lisbon,40\n',
    ),
  })
  await organiser.getByText('1 new past event').waitFor()
  const line = organiser.getByRole('region', { name: 'Events' }).getByRole('listitem')
  expect(await line.innerText()).toMatch(/The hall, Lisbon\s+40 seats/)
})

const event = (uid: string, ...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'SUMMARY:Never',
    'DTSTART:20260201T100000Z',
    ...lines,
    'END:VEVENT',
    '',
  ].join('\r\n')
const calendar = (events: string) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}END:VCALENDAR\r\n`

function fileWith(content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file.txt')
  writeFileSync(file, content)
  return file
}

// `calendar-file.test.ts` has other files that take long.
test('a file that takes too long to read ends with a message, and the page answers meanwhile', async () => {
  const impossible = (uid: number) => event(`${uid}`, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
  const content = calendar(Array.from({ length: 2_000 }, (_, uid) => impossible(uid)).join(''))
  const organiser = await newOrganiser(product)
  await organiser.goto(`${product.origin}${paths.events}?import=1`)
  const input = organiser.getByLabel('File with events')
  await input.waitFor()
  // Tasks of the page, not delays of a timer: a busy machine delays timers of a page that does nothing.
  await organiser.evaluate(() => {
    const seen = { longest: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      seen.longest = Math.max(seen.longest, ...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
  })
  // The page would have to decode the content, which takes longer than to read the file.
  await input.setInputFiles(fileWith(content))
  await organiser
    .getByRole('alert')
    .or(organiser.getByRole('region', { name: 'Problems in the file' }))
    .getByText('Reading this file takes too long.')
    .waitFor()
  const longestTask = await organiser.evaluate(
    () => (globalThis as unknown as { seen: { longest: number } }).seen.longest,
  )
  expect(longestTask).toBeLessThan(2_000)
})
