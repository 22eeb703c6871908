import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/lib/paths/admin.ts'
import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import {
  expectAccessibleInEveryViewport,
  expectAccessibleInOtherColours,
  expectAccessibleOnPhone,
} from '#client/e2e/accessibility.ts'
import { call, openSignedIn, withoutStream } from '#client/e2e/members.ts'
import { showScreen, waitForRequests } from '#client/e2e/navigation.ts'
import { newPerson } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

/** Screens with different layouts. */
const PUBLIC_SCREENS = [paths.landing, paths.about, paths.prestige('guildhall'), paths.login]
/** Screens with the layout and the colours of one above. */
const PUBLIC_STATES = [
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
  paths.connections,
  paths.createGrowthMeeting,
  paths.growthMeetings,
  paths.ownProfile,
  `${paths.ownProfile}?edit=you`,
  settingsPath('data'),
  paths.admin,
]
const MEMBER_STATES = [
  `${paths.dashboard}?view=notifications`,
  `${paths.events}?list=mine`,
  settingsPath('notifications'),
  settingsPath('appearance'),
  settingsPath('blocked'),
  `${paths.verification}?mode=verifyAndChangeEmail&oobCode=any`,
  `${paths.events}?list=past&q=nothing`,
  ...['about', 'asks', 'contact', 'visibility'].map((part) => `${paths.ownProfile}?edit=${part}`),
  paths.event('none'),
  paths.connection('none'),
  paths.memberProfile('none'),
]

/** Screens with the shells that all other screens share. */
const FRAMES: readonly string[] = [paths.landing, paths.dashboard]

const ADMIN_SCREENS = [paths.admin, adminPath('members'), adminPath('joining')]
const ADMIN_STATES = [adminPath('prestige'), adminPath('audit')]

test('every public screen is accessible', async () => {
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await expectSound(page, PUBLIC_SCREENS, PUBLIC_STATES)
})

test('every member screen is accessible', async () => {
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await withoutStream(page)
  await openSignedIn(page, product.origin, await newPerson(product.emulator))
  await expectSound(page, MEMBER_SCREENS, MEMBER_STATES)
})

test('an admin sees the admin area, which is denied to a member', async () => {
  const admin = { email: product.admins[0], password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  const page = await product.newBrowser()
  await withoutStream(page)
  await openSignedIn(page, product.origin, admin, adminPath('audit', { action: 'any' }))
  await page.getByRole('rowheader', { name: 'Signed in' }).first().waitFor()
  await expectSound(page, ADMIN_SCREENS, ADMIN_STATES)

  const other = await product.newBrowser()
  await openSignedIn(other, product.origin, await newPerson(product.emulator), paths.admin)
  await other.getByRole('heading', { level: 1, name: 'Access Denied' }).waitFor()
  expect((await call(other, 'GET', '/api/admin/members')).status).toBe(403)
})

/** Once everything has loaded, expects one heading of the first level, and an accessible page. */
async function expectSound(page: Page, screens: readonly string[], states: readonly string[] = []) {
  const settled = waitForRequests(page)
  for (const path of [...screens, ...states]) {
    await showScreen(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled()
    await (screens.includes(path) ? expectAccessibleInEveryViewport(page) : expectAccessibleOnPhone(page))
    if (FRAMES.includes(path)) await expectAccessibleInOtherColours(page)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  }
}
