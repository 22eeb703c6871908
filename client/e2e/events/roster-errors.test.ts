import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, newMember, withoutStream } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'
import { openRoster, row, tab } from '#client/e2e/roster.ts'

const product = runProduct()
let organiser: Page

beforeEach(async () => {
  organiser = await newOrganiser(product)
})

const open = (id: string) => openRoster(product, organiser, id)
const download = (page: Page) => page.getByRole('button', { name: 'Download CSV' })

test('the downloaded file has exactly the bytes that the server sent', async () => {
  const ada = await newMember(product, '=HYPERLINK("https://evil.test")', { company: 'Álvarez, & Co.' })
  const id = await newEvent(organiser, { title: 'Lunch / "special"' })
  await rsvp(ada.page, id, 'going')
  await open(id)
  let asked = 0
  const clicked = Promise.withResolvers<void>()
  // On a busy machine the answer may arrive between the two clicks.
  await organiser.route('**/*.csv', async (route) => {
    asked += 1
    await clicked.promise
    await route.continue()
  })
  const saving = organiser.waitForEvent('download')
  await download(organiser).dblclick()
  clicked.resolve()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^Lunch.+special.+\.csv$/)
  const content = await readFile(await file.path(), 'utf8')
  const [, line] = content.split('\r\n')
  expect(content.startsWith('\ufeffName,Company,RSVP,Guests,')).toBe(true)
  expect(line).toMatch(/^"'=HYPERLINK\(""https:\/\/evil\.test""\)",(?:"Álvarez, & Co\.")?,Going,0,,/)
  expect(asked).toBe(1)
})

test('the screen stays and shows the reason if the download fails', async () => {
  const id = await newEvent(organiser)
  await open(id)
  await organiser.getByText('No RSVPs yet').waitFor()
  const alert = organiser.getByRole('alert')
  await organiser.route('**/roster.csv', (route) => route.abort())
  await download(organiser).click()
  await alert.getByText('Can’t reach the server.').waitFor()
  await expectAccessibleOnPhone(organiser)
  await organiser.unroute('**/roster.csv')

  const second = await newOrganiser(product, product.admins[1])
  // The list would fail for the same reason, and say so beside the download.
  await organiser.route(/\/roster(\?|$)/, () => {})
  await call(second, 'POST', `/api/events/${id}/unpublish`)
  await call(second, 'DELETE', `/api/events/${id}`)
  await download(organiser).click()
  await alert.getByText('This event doesn’t exist or is no longer available.').waitFor()
  await organiser.getByRole('heading', { level: 1, name: 'Roster' }).waitFor()
})

test('the loaded rows stay and the request can be repeated if the server cannot be reached', async () => {
  const id = await newEvent(organiser)
  const ada = await newMember(product, 'Ada Álvarez')
  await rsvp(ada.page, id, 'going')
  const response = { status: 500, contentType: 'application/problem+json' }
  const body = JSON.stringify({ status: 500, code: 'internal', title: 'Something broke.' })
  // The stream would have reloaded the list before the click.
  await withoutStream(organiser)
  await organiser.route('**/roster?*', (route) => route.fulfill({ ...response, body }))
  await organiser.route('**/roster', (route) => route.fulfill({ ...response, body }))
  await open(id)
  await organiser.getByRole('alert').getByText('We couldn’t load the roster.').waitFor()
  await expectAccessibleOnPhone(organiser)
  await organiser.unroute('**/roster?*')
  await organiser.unroute('**/roster')
  await organiser.getByRole('button', { name: 'Try again' }).click()
  await row(organiser, 'Ada Álvarez').waitFor()

  await organiser.route('**/roster*', (route) => route.fulfill({ ...response, body }))
  await tab(organiser, 'Maybe').click()
  await organiser.getByRole('alert').getByText('Something broke.').waitFor()
  await tab(organiser, 'Everyone').click()
  await row(organiser, 'Ada Álvarez').waitFor()
})
