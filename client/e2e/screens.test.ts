import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'

import { expectAccessible } from './axe.ts'
import { enter, newPerson } from './people.ts'
import { runProduct } from './product.ts'

const product = runProduct({ env: { ADMIN_EMAILS: 'admin@screens.test' } })

const LOOKS = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 320, height: 640, colorScheme: 'light' },
] as const

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

const lookOf = ({ width, height, colorScheme }: (typeof LOOKS)[number]) => ({
  viewport: { width, height },
  colorScheme,
  reducedMotion: 'reduce' as const,
})

test.for(LOOKS)('nothing is in a visitor’s way at $width px, $colorScheme', async (look) => {
  const page = await product.newBrowser(lookOf(look))
  for (const path of PUBLIC_SCREENS) await expectSound(page, path)
})

test.for(LOOKS)(
  'nothing is in a member’s way at $width px, $colorScheme',
  { timeout: 60_000 },
  async (look) => {
    const page = await product.newBrowser(lookOf(look))
    await enter(page, product.origin, await newPerson(product.emulator))
    for (const path of MEMBER_SCREENS) await expectSound(page, path)
  },
)

test('an admin sees the admin area, which is denied to a member', async () => {
  const admin = { email: 'admin@screens.test', password: 'a long enough password' }
  await product.emulator.createUser({ ...admin, emailVerified: true })
  const page = await product.newBrowser({ viewport: { width: 390, height: 844 } })
  await enter(page, product.origin, { uid: '', ...admin }, paths.admin)
  await page.getByRole('rowheader', { name: 'Signed in' }).first().waitFor()
  await expectSound(page, paths.admin)

  const other = await product.newBrowser()
  await enter(other, product.origin, await newPerson(product.emulator), paths.admin)
  await other.getByRole('heading', { level: 1, name: 'Access Denied' }).waitFor()
  expect(await other.evaluate(() => fetch('/api/admin/members').then(({ status }) => status))).toBe(403)
})

/** Settled, without violations, with one heading of the first level and nothing wider than the screen. */
async function expectSound(page: Page, path: string) {
  await page.goto(product.origin + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${path} scrolls sideways`).toBe(0)
}
