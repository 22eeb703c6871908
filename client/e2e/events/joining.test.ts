import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { hoursFromNow, newEvent, newOrganiser } from '#client/e2e/events.ts'
import { newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const PHONE = { width: 390, height: 667 }
const DESKTOP = { width: 1280, height: 800 }

/** With a word that is longer than a line of a phone. */
const NOTE = `I teach this. ${'Schifffahrt'.repeat(8)}`

test('a member asks to join on a phone, and the organiser accepts or declines on a desktop', async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser, {
    title: 'How to repair a boat that nobody has looked after for years',
    summary: 'Two afternoons in the boathouse. '.repeat(6),
    joinMode: 'request',
    capacity: 1,
  })
  const url = product.origin + paths.event(event)
  const { page: ada } = await newMember(product, 'Ada Álvarez')
  const { page: ben } = await newMember(product, 'Ben Okoye')
  for (const page of [ada, ben]) {
    await page.setViewportSize(PHONE)
    await page.goto(url)
    // The button is at the foot of the screen, and the note is below it.
    await button(page, 'Ask to join').click()
    const note = page.getByLabel('Note to the hosts')
    expect(await note.evaluate((field) => field === document.activeElement)).toBe(true)
    await note.fill(NOTE)
    await page.reload()
    await expect.poll(() => page.getByLabel('Note to the hosts').inputValue()).toBe(NOTE)
    await button(page, 'Ask to join').click()
    await page.getByText('You asked to join.').waitFor()
  }
  await expectAccessibleInEveryViewport(ada)

  await organiser.setViewportSize(DESKTOP)
  await organiser.goto(url)
  await organiser.getByText('2 members asked to join.').waitFor()
  await organiser.getByRole('link', { name: 'Answer requests' }).click()
  await organiser.getByText('I teach this.').first().waitFor()
  expect(await organiser.getByText('I teach this.').count()).toBe(2)
  await button(organiser, 'Accept Ada Álvarez').click()
  await waitForToast(organiser, 'Ada Álvarez is going.')
  await button(organiser, 'Decline Ben Okoye…').click()
  await organiser.getByLabel('Note').fill('There is only one chair.')
  await expectAccessibleInEveryViewport(organiser)
  await organiser.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await waitForToast(organiser, 'You declined Ben Okoye’s request.')

  await ada.reload()
  await ada.getByText('You’re going. Your seat is reserved.').waitFor()
  await ben.reload()
  await ben.getByText('An organiser declined your request to join: There is only one chair.').waitFor()
  expect(await button(ben, 'Ask to join').count()).toBe(0)
})

test('an organiser invites a member to an event that others cannot find', async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser, { joinMode: 'invited', rsvpOpensAt: hoursFromNow(-1) })
  const { page: cleo } = await newMember(product, 'Cleo Marchetti')
  const { page: dan } = await newMember(product, 'Dan Mbeki')
  await organiser.setViewportSize(PHONE)
  await organiser.goto(`${product.origin}${paths.event(event)}?manage=invitations`)
  await organiser.getByText('No invitations yet').waitFor()
  await button(organiser, 'Invite people…').click()
  await organiser.getByLabel('Names or email addresses').fill('Cleo Marchetti\nSomeone Else')
  await organiser.keyboard.press('Escape')
  await button(organiser, 'Send invitations').waitFor({ state: 'hidden' })
  // The input is still there.
  await button(organiser, 'Invite people…').click()
  await button(organiser, 'Send invitations').click()
  await organiser.getByText('1 member invited.').waitFor()
  await organiser.getByText('Someone Else').waitFor()
  await button(organiser, 'Done').click()
  await button(organiser, 'Remind 1 member who hasn’t answered').waitFor()
  await expectAccessibleInEveryViewport(organiser)

  await cleo.goto(product.origin + paths.event(event))
  await cleo.getByText('invited you.').waitFor()
  await button(cleo, 'Going').click()
  await cleo.getByText('You’re going.').waitFor()
  await dan.goto(product.origin + paths.event(event))
  await dan.getByRole('heading', { level: 1 }).waitFor()
  expect(await dan.getByText('An evening at the workbench').count()).toBe(0)
})
