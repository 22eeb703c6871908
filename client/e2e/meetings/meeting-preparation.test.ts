import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { call, connect, type Member, newMember, relationshipOf, waitForToast } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const open = (page: Page, path: string) => page.goto(product.origin + path)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const queryOf = async (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test('a member introduces two connections, who are connected once both accept and can pick a time', async () => {
  const [ada, ben, cleo] = await Promise.all([
    newMember(product, 'Ada Introducer'),
    newMember(product, 'Ben Baker', { headline: 'Bakes on Sundays' }),
    newMember(product, 'Cleo Cook'),
  ])
  const [withBen] = await Promise.all([connect(ada, ben), connect(ada, cleo)])

  await open(ada.page, paths.connection(withBen))
  await button(ada.page, 'Introduce').click()
  const dialog = ada.page.getByRole('dialog', { name: 'Introduce Ben Baker' })
  await button(ada.page, 'Send introduction').click()
  await dialog.getByText('Choose whom Ben Baker should meet.').waitFor()
  await dialog.getByLabel('Introduce Ben Baker to').click()
  await dialog.getByRole('option', { name: 'Cleo Cook' }).waitFor()
  expect(await dialog.getByRole('option').count()).toBe(1)
  await expectAccessibleOnPhone(ada.page)
  await dialog.getByRole('option', { name: 'Cleo Cook' }).click()
  await dialog.getByLabel('Why should they meet?').fill('You both run kitchens at night.')
  await expectAccessibleOnPhone(ada.page)
  await button(ada.page, 'Send introduction').click()
  await waitForToast(ada.page, 'We’ll ask Ben Baker and Cleo Cook.')

  const question = ({ page }: Member) => page.getByRole('region', { name: 'Introductions' })
  await open(cleo.page, paths.connections)
  await question(cleo).getByText('You both run kitchens at night.').waitFor()
  await question(cleo).getByText('Bakes on Sundays').waitFor()
  await expectAccessibleInEveryViewport(cleo.page)
  await button(cleo.page, 'Accept the introduction to Ben Baker').press('Enter')
  await question(cleo).getByText('You accepted. If Ben Baker accepts too').waitFor()
  expect(await relationshipOf(cleo, ben)).toBe('none')

  await open(ben.page, paths.connections)
  await button(ben.page, 'Accept the introduction to Cleo Cook').click()
  await waitForToast(ben.page, 'You and Cleo Cook are now connected.')
  await showScreen(ben.page, paths.dashboard)
  await ben.page.getByText('introduced you to:').waitFor()
  await ben.page.getByRole('link', { name: 'Pick a time with Cleo Cook' }).click()
  await ben.page.waitForURL(/create-growth-meeting/)
  expect(await queryOf(ben.page)).toEqual({ with: cleo.id, introduction: expect.any(String) })

  await showScreen(ada.page, paths.connections)
  await ada.page.getByText('Introductions you made (1)').click()
  await question(ada).getByText('They’re connected').waitFor()
})

test('attendees find whom to meet, choose in private whom to meet again, and pick a time when it is mutual', async () => {
  const topic = `Letterpress${Date.now()}`
  const [organiser, ada, ben] = await Promise.all([
    newOrganiser(product),
    newMember(product, 'Ada Attendee', { asks: [`${topic} for an afternoon`] }),
    newMember(product, 'Ben Printer', { offers: [topic] }),
  ])
  const startsAt = hoursFromNow(1)
  const id = await newEvent(organiser, { startsAt })
  for (const { page } of [ada, ben]) await rsvp(page, id, 'going')
  await open(ada.page, paths.event(id))
  const worthMeeting = ada.page.locator('section', { hasText: 'People to meet there' })
  await worthMeeting.getByText(`matches Ben Printer’s offer`).waitFor()
  await expectAccessibleInEveryViewport(ada.page)

  const at = new Date().toISOString()
  const arrivals = { items: [ada, ben].map(({ id: memberId }) => ({ memberId, at })) }
  await call(organiser, 'POST', `/api/events/${id}/check-ins`, arrivals)
  await ada.page.reload()
  const choice = ({ page }: Member, name: string) => page.getByRole('checkbox', { name })
  // The page shows the choice before it is saved.
  const saved = ada.page.waitForResponse((response) => response.request().method() === 'PUT')
  await choice(ada, 'Meet again with Ben Printer').press('Space')
  await saved
  await expect.poll(() => choice(ada, 'Meet again with Ben Printer').isChecked()).toBe(true)
  // The focus scrolled to it, and the bar at the top may cover half of a button.
  await ada.page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleOnPhone(ada.page)
  await ada.page.reload()
  await expect.poll(() => choice(ada, 'Meet again with Ben Printer').isChecked()).toBe(true)
  expect(await relationshipOf(ada, ben)).toBe('none')

  await open(ben.page, paths.event(id))
  expect(await choice(ben, 'Meet again with Ada Attendee').isChecked()).toBe(false)
  await choice(ben, 'Meet again with Ada Attendee').click()
  await waitForToast(ben.page, 'Ada Attendee chose you too. You’re connected.')
  await ben.page.getByRole('link', { name: 'Pick a time with Ada Attendee' }).click()
  await ben.page.waitForURL(/create-growth-meeting/)
  expect(await queryOf(ben.page)).toEqual({ with: ada.id, event: id })
})
