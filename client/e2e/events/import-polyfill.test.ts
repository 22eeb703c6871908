import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'

import { newOrganiser } from '#client/e2e/events.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct({ browserArguments: ['--js-flags=--no-harmony-temporal'] })

test('a worker that reads a file uses the Temporal polyfill of the page', async () => {
  const organiser = await newOrganiser(product)
  const polyfills: string[] = []
  organiser.context().on('request', (request) => {
    if (request.url().includes('temporal')) polyfills.push(new URL(request.url()).pathname)
  })
  await organiser.goto(`${product.origin}${paths.events}?import=1`)
  await organiser.getByLabel('File with events').setInputFiles({
    name: 'events.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:1',
        'DTSTART;TZID=Europe/Lisbon:20260305T180000',
        'SUMMARY:Supper in spring',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    ),
  })
  await organiser.getByText('1 new past event').waitFor()
  expect(await organiser.evaluate(() => typeof Temporal.Now.instant)).toBe('function')
  expect(new Set(polyfills).size).toBe(1)
})
