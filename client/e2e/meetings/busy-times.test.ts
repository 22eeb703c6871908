import { expect, test } from 'vitest'

import { newMeetingPath } from '#shared/lib/paths/meetings.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { beAvailable } from '#client/e2e/meetings/growth-meetings.ts'
import { call, connect, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

test('times in a calendar file are left out of the best times, and only busy quarter hours are sent', async () => {
  const ada = await newMember(product, 'Ada Álvarez', { timeZone: 'UTC' })
  const ben = await newMember(product, 'Ben Osei', { timeZone: 'UTC' })
  await connect(ada, ben)
  await beAvailable(ada)
  const windows = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '10:00', to: '11:00' }))
  await call(ben.page, 'PUT', '/api/me/availability', { windows, daysOff: [] }, 0)
  const { page } = ada
  await page.goto(product.origin + newMeetingPath({ people: [ben.id] }))
  const adding = page.getByRole('button', { name: /^Add .*10:00/ })
  await expect.poll(() => adding.count()).toBe(3)
  const before = await adding.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel))

  await page.getByText('Busy elsewhere?').click()
  const file = page.getByLabel('Calendar file')
  const choose = (...lines: string[]) =>
    file.setInputFiles({
      name: 'work.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(lines.join('\r\n')),
    })
  await choose('Name,Email')
  await page.getByText('This isn’t a calendar file.').waitFor()

  const sent = page.waitForRequest((request) => request.url().endsWith('/best-times'))
  await choose(
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:stand-up',
    'SUMMARY:Secret stand-up',
    'DTSTART:20200106T100000Z',
    'DTEND:20200106T102000Z',
    'RRULE:FREQ=DAILY',
    'END:VEVENT',
    'END:VCALENDAR',
  )
  const body = (await sent).postData() ?? ''
  expect(body).not.toContain('Secret')
  expect(body).toMatch(/"busy":\[\d+(,\d+)+\]/)
  await page.getByText(/1[45] busy times in the next two weeks are left out, from work.ics./).waitFor()
  await expect.poll(() => adding.count()).toBe(0)
  await page.getByText('We found no time that suits everyone').waitFor()
  await expectAccessibleOnPhone(page)

  await page.getByRole('button', { name: 'Remove calendar file' }).click()
  await expect
    .poll(() => adding.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel)))
    .toEqual(before)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'work.ics',
  )
})
