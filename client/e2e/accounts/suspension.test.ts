import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { OwnProfile } from '#shared/people/members.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newOrganiser } from '#client/e2e/events.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { newPerson } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a member suspended during a visit sees it, and can download their data, delete the account and sign out', async () => {
  const admin = await newOrganiser(product)
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  const person = await newPerson(product.emulator)
  await openSignedIn(page, product.origin, person)
  await title(page, 'Welcome').waitFor()
  const { version } = (await call<OwnProfile>(page, 'GET', '/api/me')).body
  const suspension = `/api/admin/members/${person.uid}/suspension`
  expect((await call(admin, 'POST', suspension, { reason: 'Spam' }, version)).status).toBe(200)
  const next = page.getByRole('link', { name: 'Connections', exact: true })
  // The page may have noticed already.
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

  await button(page, 'Your account').click()
  await button(page, 'Sign out').click()
  await expect.poll(() => page.url()).toBe(`${product.origin}/`)
})
