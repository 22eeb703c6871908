import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'

import { expectAccessibleInEveryViewport } from './accessibility.ts'
import { call, openSignedIn } from './members.ts'
import { newPerson } from './people.ts'
import { runProduct } from './product.ts'

const product = runProduct()

const PUBLIC_SCREENS = [
  paths.landing,
  paths.about,
  paths.prestige('guildhall'),
  paths.login,
  paths.resetPassword,
  paths.onboarding,
  paths.verification,
  `${paths.verification}?mode=verifyEmail&oobCode=any`,
  `${paths.verification}?mode=resetPassword&oobCode=any`,
  `${paths.verification}?mode=recoverEmail&oobCode=any`,
]
const MEMBER_SCREENS = [
  paths.dashboard,
  paths.events,
  `${paths.events}?list=mine`,
  `${paths.events}?list=past&q=nothing`,
  paths.connections,
  paths.createGrowthMeeting,
  paths.ownProfile,
  ...['you', 'about', 'asks', 'contact', 'audience', 'account'].map(
    (part) => `${paths.ownProfile}?edit=${part}`,
  ),
  `${paths.ownProfile}?as=visitor`,
  paths.event('none'),
  paths.connection('none'),
  paths.memberProfile('none'),
  paths.admin,
]

test('every public screen is accessible', async () => {
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  for (const path of PUBLIC_SCREENS) await expectSound(page, path)
})

test('every member screen is accessible', async () => {
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await openSignedIn(page, product.origin, await newPerson(product.emulator))
  for (const path of MEMBER_SCREENS) await expectSound(page, path)
})

test('an admin sees the admin area, which is denied to a member', async () => {
  const admin = { email: product.admins[0], password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  const page = await product.newBrowser()
  await openSignedIn(page, product.origin, admin, paths.admin)
  await page.getByRole('rowheader', { name: 'Signed in' }).first().waitFor()
  await expectSound(page, paths.admin)

  const other = await product.newBrowser()
  await openSignedIn(other, product.origin, await newPerson(product.emulator), paths.admin)
  await other.getByRole('heading', { level: 1, name: 'Access Denied' }).waitFor()
  expect((await call(other, 'GET', '/api/admin/members')).status).toBe(403)
})

/** Once all has come that it asked for: with one heading of the first level, and sound. */
async function expectSound(page: Page, path: string) {
  await page.goto(product.origin + path, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessibleInEveryViewport(page)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
}
