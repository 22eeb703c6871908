import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { MemberStatus } from '#shared/people/profile.ts'
import { inStoreOf } from '#server/testing/running-product/test-community.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { openSignedIn } from '#client/e2e/members.ts'
import { newPerson, type Person } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function setMemberStatus(...changes: (readonly [Person, MemberStatus])[]) {
  await inStoreOf(product.stack.dataDir, async (store) => {
    for (const [{ uid }, status] of changes) await setStatus(store, uid, status)
  })
  // A new process has no cached account records.
  await product.stack.restart()
}

async function newVisit() {
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  const person = await newPerson(product.emulator)
  await openSignedIn(page, product.origin, person)
  await title(page, 'Welcome').waitFor()
  return { page, person }
}

test('a member suspended during a visit sees it, and can download their data or delete the account; one pending approval can sign out', async () => {
  const { page, person } = await newVisit()
  const { page: other, person: newcomer } = await newVisit()
  await setMemberStatus([person, 'suspended'], [newcomer, 'pending'])
  const next = page.getByRole('link', { name: 'Connections', exact: true })
  // The page may have noticed already, when its stream of notifications was reopened.
  await next.click({ timeout: 5_000 }).catch(() => undefined)
  await title(page, 'Your membership is suspended').waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
  await expectAccessibleOnPhone(page)

  const download = page.waitForEvent('download')
  await button(page, 'Download my data').click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ profile: { status: 'suspended' } })

  await button(page, 'Delete my account…').click()
  await button(page, 'Delete in 14 days').click()
  await page.getByText(/^Your account will be deleted on /).waitFor()
  await page.reload()
  await title(page, 'Your membership is suspended').waitFor()
  await expectAccessibleOnPhone(page)
  await button(page, 'Keep my account').click()
  await page.getByText('Your account won’t be deleted.').waitFor()

  await expectPendingAndSignOut(other)

  await setMemberStatus([person, 'active'])
  await page.goto(`${product.origin}/events`)
  await title(page, 'Events').waitFor()
})

async function expectPendingAndSignOut(page: Page) {
  await page.goto(`${product.origin}/profile`)
  await title(page, 'Your membership is awaiting approval').waitFor()
  await button(page, 'Your account').click()
  await button(page, 'Sign out').click()
  await expect.poll(() => page.url()).toBe(`${product.origin}/`)
}
