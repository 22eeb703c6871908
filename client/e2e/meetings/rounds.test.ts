import { expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { roundsPath } from '#shared/lib/paths/rounds.ts'
import type { MemberRounds } from '#shared/rounds/schema.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, newMember, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

// An open round would be on the dashboards of other files.
const product = runProduct({ ownServer: true })

test('an organiser opens a round, and a member joins it with one press on the dashboard', async () => {
  const organiser = await product.newBrowser({ reducedMotion: 'reduce' })
  const admin = { email: product.admins[0], password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  await openSignedIn(organiser, product.origin, admin, roundsPath)
  await organiser.getByText('No rounds yet').waitFor()
  await organiser.getByRole('button', { name: 'Open a round' }).click()
  await organiser.getByRole('button', { name: 'Open a round' }).click()
  await organiser.getByText('Enter a title').waitFor()
  await expectAccessibleOnPhone(organiser)
  await organiser.getByLabel('Title').fill('Coffee in December')
  await organiser.getByLabel('Join by').fill(new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10))
  await organiser.getByRole('button', { name: 'Open a round' }).click()
  await waitForToast(organiser, 'The round is open.')
  await organiser.getByText('0 members are in').waitFor()
  await expectAccessibleInEveryViewport(organiser)

  const { page } = await newMember(product, 'Ada Álvarez')
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('button', { name: 'I’m in' }).click()
  await waitForToast(page, 'You’re in.')
  await page.getByLabel('What would you like to talk about?').fill('Bread')
  await page.getByLabel('Join every round until I opt out').check()
  await expectAccessibleOnPhone(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await call<MemberRounds>(page, 'GET', '/api/rounds')).body.items[0]?.own)
    .toEqual({ topic: 'Bread', every: true })

  await page.goto(product.origin + roundsPath)
  await page.getByText('You join every round automatically.').waitFor()
  await expectAccessibleInEveryViewport(page)
  await page.getByRole('button', { name: 'Stop joining every round' }).click()
  await page.getByRole('button', { name: 'Opt out' }).click()
  await page.getByRole('button', { name: 'I’m in' }).waitFor()

  await organiser.getByRole('button', { name: 'Cancel round' }).click()
  await organiser.getByRole('dialog').getByRole('button', { name: 'Cancel round' }).click()
  await waitForToast(organiser, 'The round is cancelled.')
})
