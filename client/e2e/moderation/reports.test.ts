import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import * as accounts from '#shared/accounts/messages.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { paths } from '#shared/lib/paths.ts'
import { shortCode } from '#shared/lib/short-code.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { call, newMember, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { addPhoto } from '#client/e2e/pictures.ts'
import { runProduct } from '#client/e2e/product.ts'

const FAILED_REQUEST = '8d3ac5c2-6a0b-4f6e-9d0b-5e0443dff12a'

const product = runProduct()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a report leads to a hidden profile with a reason for its owner and an outcome for the reporter, another to a suspension until a day', async () => {
  const rude = await newMember(product, 'Rudi Rude', { headline: 'You are all fools' })
  const rita = await newMember(product, 'Rita Reporter')
  const { page } = rita
  await page.goto(product.origin + paths.memberProfile(rude.id))
  await page.getByRole('button', { name: 'More options for Rudi Rude' }).click()
  await button(page, 'Report').click()
  const dialog = page.getByRole('dialog', { name: 'Report profile' })
  await dialog.waitFor()
  expect(await dialog.getByRole('radio').count()).toBe(0)
  await button(page, 'Send report').click()
  await dialog.getByText('Choose a reason.').waitFor()
  await dialog.getByLabel('Reason').selectOption({ label: 'Harassment or bullying' })
  await dialog.getByLabel('Details').fill('Read the headline')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'More options for Rudi Rude' }).click()
  await button(page, 'Report').click()
  expect(await dialog.getByLabel('Details').inputValue()).toBe('Read the headline')
  const problem = { status: 500, code: 'internal', title: 'Something broke.', requestId: FAILED_REQUEST }
  const contentType = 'application/problem+json'
  await page.route('**/api/moderation/reports', (route) =>
    route.fulfill({ status: 500, contentType, body: JSON.stringify(problem) }),
  )
  await button(page, 'Send report').click()
  await dialog.getByText(`Error code ${shortCode(FAILED_REQUEST)}`).waitFor()
  await button(page, 'Copy details').waitFor()
  await expectAccessibleInEveryViewport(page)
  await page.unroute('**/api/moderation/reports')
  await button(page, 'Send report').click()
  await waitForToast(page, 'Report sent. We’ll tell you what we decide.')
  await dialog.waitFor({ state: 'hidden' })

  const admin = await product.newBrowser({ reducedMotion: 'reduce' })
  const person = { email: product.admins[0]!, password: 'a long enough password' }
  await product.emulator.createUser({ ...person, emailVerified: true })
  await openSignedIn(admin, product.origin, person, paths.admin)
  await admin.getByRole('link', { name: '1 open report' }).click()
  await admin.getByRole('region', { name: 'Open reports' }).waitFor()
  await expectAccessibleInEveryViewport(admin)
  await admin.getByRole('link', { name: 'Profile', exact: true }).last().click()
  await admin.getByText('You are all fools').first().waitFor()
  await admin.getByRole('radio', { name: 'Hide' }).check()
  await admin.getByLabel('Reason', { exact: true }).fill('Be kind to each other.')
  await expectAccessibleOnPhone(admin)
  await admin.getByRole('radio', { name: 'Suspend' }).check()
  await admin.getByLabel('Last day').waitFor()
  await admin.getByRole('radio', { name: 'Hide' }).check()
  await button(admin, 'Hide content').click()
  await admin.getByText('Content hidden').waitFor()
  await button(admin, 'Show again').waitFor()
  await expectAccessibleOnPhone(admin)

  const seen = await call<object>(page, 'GET', `/api/members/${rude.id}`)
  expect(seen.body).toMatchObject({ displayName: 'Hidden member' })
  await showScreen(page, `${paths.dashboard}?view=notifications`)
  await page.getByText('Your report about a profile: We’ve taken action.').click()
  await page.getByRole('heading', { name: 'Your reports' }).waitFor()
  await page.getByText('We’ve taken action.').waitFor()
  await page.getByText('No admin has looked at your private data.').waitFor()
  await expectAccessibleOnPhone(page)
  await rude.page.goto(product.origin + paths.ownProfile)
  await rude.page.getByText('Your profile is hidden from other members.').waitFor()
  await rude.page.getByText('Be kind to each other.').waitFor()
  await expectAccessibleOnPhone(rude.page)

  // A second report leads to a suspension with an end date.
  const spam = await newMember(product, 'Sam Spam', { headline: 'Buy my course' })
  const sent = await call(page, 'POST', '/api/moderation/reports', {
    kind: 'profile',
    id: spam.id,
    reason: 'spam',
    text: '',
  })
  expect(sent.status).toBe(201)
  await admin.goto(product.origin + adminPath('reports'))
  await admin
    .getByRole('row', { name: /Sam Spam/ })
    .getByRole('link', { name: 'Profile' })
    .click()
  await admin.getByRole('radio', { name: 'Suspend' }).check()
  await admin.getByLabel('Reason', { exact: true }).fill('Advertising to everyone.')
  await admin.reload()
  // A decision that was not sent survives a reload.
  await expect
    .poll(() => admin.getByLabel('Reason', { exact: true }).inputValue())
    .toBe('Advertising to everyone.')
  await admin.getByLabel('Last day').fill('2020-01-01')
  await button(admin, 'Suspend member…').click()
  await admin.getByText(accounts.suspensionEndRule()).waitFor()
  await admin.getByLabel('Last day').fill('2099-01-01')
  await button(admin, 'Suspend member…').click()
  const asked = admin.getByRole('dialog', { name: 'Suspend Sam Spam?' })
  await asked.getByText(/ends automatically after (Jan 1,|1 Jan) 2099\./).waitFor()
  await expectAccessibleOnPhone(admin)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await asked.waitFor({ state: 'hidden' })
  expect((await call(spam.page, 'GET', '/api/me')).status).toBe(200)
  await button(admin, 'Suspend member…').click()
  await button(admin, 'Suspend member').click()
  await waitForToast(admin, 'Decision saved.')
  await admin.getByRole('link', { name: 'Sam Spam' }).click()
  await admin.getByRole('rowheader', { name: 'Suspended', exact: true }).waitFor()
  await admin.getByText(/^Suspended, last day (Jan 1,|1 Jan) 2099$/).waitFor()
  await spam.page.goto(product.origin + paths.dashboard)
  await spam.page.getByText('Reason: Advertising to everyone.').waitFor()
  await spam.page.getByText(/It ends automatically after (January 1,|1 January) 2099\./).waitFor()
})

test('a picture can be reported alone where there is one', async () => {
  const organiser = await newOrganiser(product, product.admins[1])
  const eventId = await newEvent(organiser)
  const pia = await newMember(product, 'Pia Portrait')
  const { page } = await newMember(product, 'Rosa Reader')
  const choices = page.getByRole('dialog').getByRole('radio')
  const openReport = async (path: string, subject: string) => {
    await page.goto(`${product.origin}${path}?report=${subject}`)
    await page.getByRole('dialog').getByLabel('Reason').waitFor()
  }
  await openReport(paths.event(eventId), `event:${eventId}`)
  expect(await choices.count()).toBe(0)
  await openReport(paths.memberProfile(pia.id), `profile:${pia.id}`)
  expect(await choices.count()).toBe(0)

  await pia.page.goto(`${product.origin}${paths.ownProfile}?edit=you`)
  await addPhoto(pia.page)
  await button(pia.page, 'Save profile').click()
  await pia.page.getByText('Profile saved.').first().waitFor()
  // A report from a list, whose screen does not have the profile: the choice appears once that has loaded.
  const profile = Promise.withResolvers<void>()
  await page.route(`**/api/members/${pia.id}`, async (route) => {
    await profile.promise
    await route.continue()
  })
  await openReport(paths.connections, `profile:${pia.id}`)
  expect(await choices.count()).toBe(0)
  await page.getByLabel('Details').fill('Not a portrait')
  profile.resolve()
  await page.getByRole('radio', { name: 'Only the photo' }).check()
  expect(await page.getByLabel('Details').inputValue()).toBe('Not a portrait')
  await expectAccessibleInEveryViewport(page)
  await page.getByLabel('Reason').selectOption({ label: 'Inappropriate content' })
  await button(page, 'Send report').click()
  await waitForToast(page, 'Report sent. We’ll tell you what we decide.')
})
