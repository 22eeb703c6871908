import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Recap } from '#shared/conversation/recaps/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser } from '#client/e2e/events.ts'
import { call, newMember, waitForToast } from '#client/e2e/members.ts'
import { twoColours } from '#client/e2e/pictures.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const PHONE = { width: 390, height: 844 }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function openOnPhone(page: Page, event: string) {
  await page.setViewportSize(PHONE)
  await page.goto(product.origin + paths.event(event))
}

test('members ask and answer under an event, and the host pins, marks and removes', async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser)
  const { page } = await newMember(product, 'Ada Álvarez')
  await openOnPhone(page, event)
  await page.getByText('No questions yet.').waitFor()
  await button(page, 'Ask a question').click()
  await button(page, 'Send question').click()
  await page.getByText('Write something.').waitFor()
  await page
    .getByLabel('Your question')
    .and(page.locator(':focus'))
    .fill('Is there a <b>lift</b>? https://example.org/map')
  await button(page, 'Send question').click()
  await page.getByRole('link', { name: 'https://example.org/map' }).waitFor()
  await page.getByText('Is there a <b>lift</b>?').waitFor()
  await button(page, 'More options for this question').click()
  await button(page, 'Edit').click()
  await page.getByLabel('Edit', { exact: true }).fill('Is there a lift?')
  await button(page, 'Save').click()
  await page.getByText('just now · edited').waitFor()

  await openOnPhone(organiser, event)
  await button(organiser, 'Answer').click()
  await organiser.getByLabel('Your answer').and(organiser.locator(':focus')).fill('Yes, at the back.')
  await button(organiser, 'Send answer').click()
  await organiser.getByText('Yes, at the back.').waitFor()
  await button(organiser, 'More options for this question').click()
  await button(organiser, 'Pin on top').click()
  await organiser.getByText('Pinned').waitFor()

  await page.reload()
  await button(page, 'More options for this answer').click()
  await button(page, 'Mark as best answer').click()
  await page.getByText('Best answer', { exact: true }).waitFor()
  await page.getByLabel('Notify me about').selectOption('Every question and answer')
  await waitForToast(page, 'Notifications changed.')
  // Scrolled elsewhere, the bar at the foot of a phone covers a part of the RSVP's buttons.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleInEveryViewport(page)

  await button(organiser, 'More options for this question').click()
  await button(organiser, 'Delete').click()
  await button(organiser, 'Delete question').click()
  await organiser.getByText('No questions yet.').waitFor()
})

test('attendees give feedback, and a picture of the recap is hidden when an attendee asks for it', async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser, { startsAt: hoursFromNow(-1) })
  const ada = await newMember(product, 'Ada Álvarez')
  const at = (path: string) => `/api/events/${event}/${path}`
  await call(organiser, 'POST', at(`roster/${ada.id}/addition`), { place: 'seat' }, 0)
  const arrival = { memberId: ada.id, at: new Date().toISOString() }
  await call(organiser, 'POST', at('check-ins'), { items: [arrival] })
  await call(organiser, 'POST', at('complete'))

  await organiser.setViewportSize(PHONE)
  await organiser.goto(product.origin + paths.event(event))
  await organiser.getByRole('link', { name: 'Write recap' }).click()
  await organiser.getByLabel('Text').fill('We built nine stools.')
  const chooser = organiser.waitForEvent('filechooser')
  await button(organiser, 'Choose picture').click()
  const buffer = await twoColours(organiser, { width: 1280, height: 720 })
  await (await chooser).setFiles({ name: 'stools.jpg', mimeType: 'image/jpeg', buffer })
  await button(organiser, 'Save picture').click()
  await button(organiser, 'Save recap').click()
  await organiser.getByText('Describe the picture.').waitFor()
  await organiser.getByLabel('Description of picture 1').fill('Nine stools')
  await expectAccessibleInEveryViewport(organiser)
  await organiser.setViewportSize(PHONE)
  await button(organiser, 'Save recap').click()
  await organiser.getByRole('img', { name: 'Nine stools' }).waitFor()

  const { page } = ada
  await openOnPhone(page, event)
  await button(page, 'Send feedback').click()
  await page.getByText('Choose a rating.').waitFor()
  await page.getByRole('radio', { name: '5 of 5, Excellent' }).check()
  await page.getByLabel('In one sentence').fill('I took one home.')
  await page.reload()
  expect(await page.getByLabel('In one sentence').inputValue()).toBe('I took one home.')
  await expectAccessibleInEveryViewport(page)
  await page.setViewportSize(PHONE)
  await button(page, 'Send feedback').click()
  await page.getByText('Hosts don’t see your name.').waitFor()
  await page.getByText('5 of 5 · Excellent').waitFor()
  await button(page, 'Edit feedback').waitFor()

  const picture = page.getByRole('img', { name: 'Nine stools' })
  await picture.waitFor()
  const { image } = (await call<Recap>(page, 'GET', at('recap'))).body.pictures[0]!
  await button(page, /^Ask to remove/).click()
  await waitForToast(page, /The picture is hidden/)
  await picture.waitFor({ state: 'detached' })
  expect((await call(page, 'GET', imageUrl(image))).status).toBe(404)

  await organiser.reload()
  await organiser.getByText('1 answer so far.').waitFor()
  await organiser.getByText('Someone asked to remove this picture.').waitFor()
  await button(organiser, 'Remove picture').click()
  await waitForToast(organiser, 'Picture removed.')
  await organiser.getByText('Someone asked to remove this picture.').waitFor({ state: 'detached' })
  await organiser.getByText('We built nine stools.').waitFor()
})

test('a recap that is being written survives a reload, and asks which to keep when it was saved elsewhere', async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser, { startsAt: hoursFromNow(-1) })
  await call(organiser, 'POST', `/api/events/${event}/complete`)
  await organiser.goto(`${product.origin}${paths.event(event)}?manage=recap`)
  await organiser.getByLabel('Text').fill('We built nine stools.')
  await organiser.reload()
  await organiser.getByText('We restored your unsaved changes').waitFor()
  expect(await organiser.getByLabel('Text').inputValue()).toBe('We built nine stools.')

  const elsewhere = { text: 'Written by the other host.', pictures: [] }
  await call(organiser, 'PUT', `/api/events/${event}/recap`, elsewhere, 0)
  await button(organiser, 'Save recap').click()
  const dialog = organiser.getByRole('dialog', { name: 'This text was changed elsewhere' })
  await dialog.getByText('Written by the other host.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await waitForToast(organiser, 'Recap saved.')
  await organiser.getByText('We built nine stools.').waitFor()
})
