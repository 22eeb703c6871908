import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { ownPrestigePath } from '#shared/lib/paths/profile.ts'
import type { AwardKind } from '#shared/prestige/rules.ts'
import { awardPoints } from '#server/testing/running-product/prestige-awards.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { type Member, newMember, requestConnection, startSession, waitForToast } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
const prestigePath = paths.prestige('guildhall')
const name = `Maya ${randomUUID().slice(0, 6)}`
let maya: Member
let tomas: Member

/** Tomás confirmed three, and seven others one each: Silver. */
beforeAll(async () => {
  maya = await newMember(product, name, { headline: 'Bakes for cafés' })
  tomas = await newMember(product, 'Tomás')
  const others = Array.from({ length: 11 }, (_, at) => ({
    kind: 'referral' as AwardKind,
    confirmedBy: [`friend-${at}`],
    daysAgo: 10 + at * 5,
  }))
  const his = [6, 4, 2].map((daysAgo) => ({
    kind: 'thanks' as AwardKind,
    confirmedBy: [tomas.id],
    daysAgo,
  }))
  await awardPoints(product.stack.dataDir, maya.id, [...his, ...others])
})

const signedIn = async ({ person }: Member) => {
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await startSession(page, product.origin, person)
  return page
}
const open = async (page: Page, path: string) => {
  await page.goto(product.origin + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('a member who reached a tier learns of it once on their profile, on all devices', async () => {
  // Another notification, which stays unread.
  await requestConnection(tomas, maya)
  const page = await signedIn(maya)
  await open(page, paths.ownProfile)
  const dialog = page.getByRole('dialog', { name: 'You reached Silver' })
  await dialog.getByText('169.5 points, confirmed by 12 people.').waitFor()
  await expectAccessibleInEveryViewport(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  // Nothing had the focus before.
  await page.locator('h1:focus').waitFor()
  await page.getByRole('link', { name: 'Silver', exact: true }).waitFor()
  await page.getByText(/^since .+, confirmed by \d+ people$/).waitFor()
  await expectAccessibleOnPhone(page)
  await showScreen(page, paths.events)
  await page.locator('h1:focus', { hasText: 'Events' }).waitFor()
  await page.goBack()
  await page.locator('h1:focus', { hasText: name }).waitFor()
  await page.waitForTimeout(500)
  expect(await page.locator('h1:focus').count()).toBe(1)

  const other = await signedIn(maya)
  const unread = other.waitForResponse('**/api/notifications/unread')
  await open(other, paths.ownProfile)
  await other.getByRole('link', { name: 'Silver', exact: true }).waitFor()
  expect(await (await unread).json()).toMatchObject({ unread: 1 })
  expect(await other.getByRole('dialog').count()).toBe(0)

  const newcomer = await signedIn(tomas)
  await open(newcomer, paths.ownProfile)
  await newcomer.getByRole('link', { name: 'Member', exact: true }).waitFor()
  expect(await newcomer.getByRole('dialog').count()).toBe(0)
})

test('a member reads the prestige page in the members’ shell, and a visitor in the public one', async () => {
  const member = await signedIn(tomas)
  // Stores the signed-in person for the next visit.
  await open(member, paths.dashboard)
  await open(member, prestigePath)
  await member.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).waitFor()
  await member.getByRole('heading', { level: 1, name: 'Earned by helping' }).waitFor()
  expect(await member.getByRole('link', { name: 'Create account' }).count()).toBe(0)
  await expectAccessibleInEveryViewport(member)

  const visitor = await product.newBrowser()
  await open(visitor, prestigePath)
  await visitor.getByRole('link', { name: 'Create account' }).first().waitFor()
  expect(await visitor.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
})

test('a member reads the statement, lists themselves and shares a link that anyone can verify until it is revoked', async () => {
  const page = await signedIn(maya)
  await open(page, prestigePath)
  await page.getByText('Members appear here once they choose to show their tier.').waitFor()
  await showScreen(page, ownPrestigePath)
  const entry = page.getByRole('listitem').filter({ hasText: 'Thanks received' })
  await entry.filter({ hasText: 'Reduced: same person within 90 days' }).first().waitFor()
  await page.getByRole('heading', { name: 'Silver' }).waitFor()
  await expectAccessibleInEveryViewport(page)

  // The checkbox is checked a moment after the click, once the save has started.
  const listed = page.getByLabel('List me on the public prestige page')
  await listed.click()
  await waitForToast(page, 'Saved.')
  await expect.poll(() => listed.isChecked()).toBe(true)
  await showScreen(page, prestigePath)
  await page.getByRole('link', { name }).waitFor()
  await showScreen(page, ownPrestigePath)
  await page.getByRole('button', { name: 'Create link' }).click()
  const first = await page.getByLabel('Statement link').inputValue()
  await page.getByRole('button', { name: 'Replace link…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click()
  const shown = () => page.getByLabel('Statement link').inputValue()
  await expect.poll(shown).not.toBe(first)
  const link = await shown()

  const visitor = await product.newBrowser({ reducedMotion: 'reduce' })
  await visitor.goto(link)
  await visitor.getByRole('heading', { level: 1, name }).waitFor()
  await visitor.getByText(/^Silver since/).waitFor()
  await expectAccessibleInEveryViewport(visitor)
  await showScreen(visitor, `${prestigePath}?tier=Silver`)
  await visitor.getByRole('link', { name }).waitFor()
  expect(await visitor.getByText('Bakes for cafés').count()).toBe(0)
  await visitor
    .getByText('After 2 events with the same organiser within 90 days, further ones earn nothing.')
    .waitFor()
  await visitor.getByText('An example: eight weeks of Maya').waitFor()
  await expectAccessibleOnPhone(visitor)

  await page.getByRole('button', { name: 'Revoke link…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).press('Enter')
  await page.getByRole('button', { name: 'Revoke link…' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.getByRole('button', { name: 'Create link' }).waitFor()
  await visitor.goto(link)
  await visitor.getByRole('heading', { level: 1, name: 'This statement isn’t valid' }).waitFor()
  await expectAccessibleOnPhone(visitor)
})

test('a confirmer disputes an entry, also after leaving the dialog, an admin decides, and both see it', async () => {
  const his = await signedIn(tomas)
  await open(his, `${ownPrestigePath}&list=confirmed`)
  await his.getByRole('button', { name: 'More options for: Thanks received' }).first().click()
  await his.getByRole('button', { name: 'Dispute', exact: true }).click()
  await expectAccessibleOnPhone(his)
  const dialog = his.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send dispute' }).click()
  await dialog.getByText('Enter a reason (at least 3 characters).').waitFor()
  const reason = dialog.getByLabel('What is wrong with it?')
  await reason.fill('I thanked someone else.')
  await his.keyboard.press('Escape')
  await reason.waitFor({ state: 'detached' })
  await his.getByRole('button', { name: 'More options for: Thanks received' }).first().click()
  await his.getByRole('button', { name: 'Dispute', exact: true }).click()
  expect(await reason.inputValue()).toBe('I thanked someone else.')
  await dialog.getByRole('button', { name: 'Send dispute' }).click()
  await his.getByText('An admin will decide. Until then, the entry counts.').waitFor()

  const admin = await newOrganiser(product)
  await open(admin, `${paths.admin}?section=prestige`)
  const dispute = admin.getByRole('article').filter({ hasText: 'I thanked someone else.' })
  await dispute.waitFor()
  await expectAccessibleInEveryViewport(admin)
  await dispute.getByRole('button', { name: /^Decide/ }).click()
  await admin.getByLabel('Void the entry').check()
  await admin.getByLabel('Reason').fill('Tomás mixed up two people.')
  await admin.getByRole('button', { name: 'Void entry' }).press('Enter')
  await waitForToast(admin, 'Decision saved.')
  await dispute.waitFor({ state: 'detached' })
  await expect.poll(() => admin.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await admin.getByLabel('Silver: points').fill('170')
  await admin.getByRole('button', { name: 'Run' }).click()
  await admin.getByRole('row').filter({ hasText: name }).getByText('Bronze').waitFor()

  for (const [page, path] of [
    [his, `${ownPrestigePath}&list=confirmed`],
    [await signedIn(maya), ownPrestigePath],
  ] as const) {
    await open(page, path)
    await page.getByText('Tomás mixed up two people.').first().waitFor()
  }
})
