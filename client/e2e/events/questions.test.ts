import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'
import { openRoster, row } from '#client/e2e/roster.ts'

const product = runProduct()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const PHONE = { width: 390, height: 844 }

test('an organiser adds questions, and a member answers them on a phone in the RSVP', async () => {
  const organiser = await newOrganiser(product)
  const event = await newEvent(organiser, { guestsMax: 1 })
  await organiser.goto(`${product.origin}${paths.event(event)}?manage=edit`)
  await button(organiser, 'Add question').click()
  await organiser.getByLabel('Question 1', { exact: true }).fill('What do you eat?')
  await organiser.getByLabel('Kind of answer to question 1').selectOption('One choice')
  await organiser.getByRole('textbox', { name: 'Choice 1' }).fill('Everything')
  await button(organiser, /^Save/).click()
  await organiser.getByText('Enter at least two choices.').waitFor()
  await organiser.getByRole('textbox', { name: 'Choice 2' }).fill('Vegan')
  await organiser.getByLabel('Required').check()
  await organiser.getByLabel('Ask for each guest too').check()
  await button(organiser, 'Add question').click()
  await organiser.getByLabel('Question 2', { exact: true }).fill('Anything else?')
  await expectAccessibleInEveryViewport(organiser)
  await button(organiser, /^Save/).click()
  await waitForToast(organiser, /saved/)

  const { page } = await newMember(product, 'Ada Álvarez')
  await page.setViewportSize(PHONE)
  await page.goto(product.origin + paths.event(event))
  await button(page, 'One more').click()
  await button(page, 'Going').first().click()
  const dialog = page.getByRole('dialog', { name: 'Questions from the hosts' })
  await dialog.getByLabel('What do you eat?').first().selectOption('Vegan')
  await button(page, 'Send RSVP').click()
  await dialog.getByText('Choose one.', { exact: true }).last().waitFor()
  await page.reload()
  // The number of guests is not kept, but the answers are.
  await button(page, 'Going').first().click()
  await expect.poll(() => dialog.getByLabel('What do you eat?').first().inputValue()).toBe('Vegan')
  await expectAccessibleInEveryViewport(page)
  await page.setViewportSize(PHONE)
  await button(page, 'Send RSVP').click()
  await page.getByText('You’re going.').waitFor()
  await button(page, 'Done').click()
  await page.getByRole('heading', { name: 'Your answers' }).waitFor()
  await button(page, 'Edit answers').click()
  await dialog.getByLabel('Anything else?').fill('A chair near the door')
  await button(page, 'Save answers').click()
  await waitForToast(page, 'Answers saved.')
  await page.getByText('A chair near the door').waitFor()

  await openRoster(product, organiser, event)
  const answers = organiser.getByRole('region', { name: 'Answers' })
  await answers.getByText('Vegan').waitFor()
  await row(organiser, 'Ada Álvarez').getByText('2 answers').click()
  await row(organiser, 'Ada Álvarez').getByText('A chair near the door').waitFor()
  await expectAccessibleInEveryViewport(organiser)
})
