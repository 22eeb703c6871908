import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import type { OwnProfile, ProfileEdit } from '#shared/people/members.ts'
import { expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { newPerson, type Person } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let person: Person
let page: Page

beforeEach(async () => {
  person = await newPerson(product.emulator)
  page = await product.newBrowser({ timezoneId: 'America/New_York' })
  await openSignedIn(page, product.origin, person)
  await fillIn({
    displayName: 'Ada Lovelace',
    headline: 'For every eye',
    company: 'For members',
    phone: '+44 20 7946 0000',
    goals: 'For nobody else',
    asks: ['An engine'],
    timeZone: 'Asia/Tokyo',
    visibility: { headline: 'public', company: 'members', phone: 'connections', goals: 'me' },
  })
})

type Change = Partial<Omit<ProfileEdit, 'visibility'>> & { visibility: Partial<ProfileEdit['visibility']> }

/** Fills in the profile through the API, like the editor. */
async function fillIn(fields: Change) {
  const { body: profile } = await call<OwnProfile>(page, 'GET', '/api/me')
  const { id: _, email: _e, role: _r, status: _s, joinedAt: _j, onboardedAt: _o, version, ...edit } = profile
  const visibility = { ...edit.visibility, ...fields.visibility }
  const edited = { ...edit, asks: [], offers: [], ...fields, visibility }
  const { status } = await call(page, 'PUT', '/api/me', edited, version)
  if (status !== 200) throw new Error(`Answered ${status}`)
}

const name = () => page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })
const main = () => page.getByRole('main').innerText()

/** Names of the four fields that are visible. */
async function visibleFields() {
  await name().waitFor()
  const text = await main()
  return ['For every eye', 'For members', '+44 20 7946 0000', 'For nobody else'].filter((words) =>
    text.includes(words),
  )
}

test('the owner previews the profile as a visitor, a member and a connection', async () => {
  await page.goto(`${product.origin}/profile`)
  await expect.poll(visibleFields).toHaveLength(4)
  await page.getByRole('link', { name: 'Preview as others' }).click()
  await page.getByText('Previewing as a member').waitFor()
  await expect.poll(visibleFields).toEqual(['For every eye', 'For members'])
  await expectAccessibleOnPhone(page)

  await page.getByRole('tab', { name: 'Visitor' }).click()
  await page.getByText('Previewing as a visitor').waitFor()
  await expect.poll(visibleFields).toEqual(['For every eye'])
  await page.getByRole('tab', { name: 'Visitor' }).focus()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (const [key, tab] of [
    ['ArrowLeft', 'Connection'],
    ['ArrowRight', 'Visitor'],
    ['End', 'Connection'],
    ['ArrowLeft', 'Member'],
    ['Home', 'Visitor'],
    ['End', 'Connection'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused()).toBe(tab)
  }
  // The keys move the focus alone: a tab whose content has to load is opened on purpose.
  await page.getByText('Previewing as a visitor').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Previewing as a connection').waitFor()
  await expect.poll(visibleFields).toEqual(['For every eye', 'For members', '+44 20 7946 0000'])
  await page.getByRole('link', { name: 'Back to your profile' }).click()
  await page.getByRole('link', { name: 'Edit profile' }).waitFor()
  await expect.poll(visibleFields).toHaveLength(4)
})

test('another member sees the fields visible to members, and the local time', async () => {
  const other = page
  page = await product.newBrowser({ timezoneId: 'America/New_York' })
  await openSignedIn(page, product.origin, await newPerson(product.emulator), `/profile/${person.uid}`)
  await expect.poll(visibleFields).toEqual(['For every eye', 'For members'])
  expect(await main()).toContain('An engine')
  expect(await main()).not.toContain('Expires')
  // Compared again and again: the minute may be over in between.
  const showsTimeThere = () =>
    page.evaluate(() => {
      const format = { timeZone: 'Asia/Tokyo', hour: 'numeric', minute: '2-digit' } as const
      const text = document.querySelector('main')?.innerText
      return ['en-GB', 'en-US'].some((locale) =>
        text?.includes(`${new Date().toLocaleTimeString(locale, format)} there now`),
      )
    })
  await expect.poll(showsTimeThere).toBe(true)
  await page.getByRole('button', { name: 'Connect' }).first().waitFor()
  await expectAccessibleOnPhone(page)
  await other.close()
})

test('a member’s own id leads to their own profile, and an unknown id is not found', async () => {
  await page.goto(`${product.origin}/profile/${person.uid}`)
  await page.getByRole('link', { name: 'Edit profile' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/profile')
  await page.goto(`${product.origin}/profile/nobody`)
  await page.getByRole('heading', { level: 1, name: '404 - Page Not Found' }).waitFor()
})

test('an ask that expires soon can be renewed, and an expired one is marked', async () => {
  const end = async () => Date.parse((await stored()).asks[0]?.expiresAt ?? '')
  const before = await end()
  await page.goto(`${product.origin}/profile`)
  await name().waitFor()
  expect(await page.getByRole('button', { name: 'Renew' }).count()).toBe(0)
  await page.clock.setFixedTime(Date.now() + 80 * DAY)
  await page.getByRole('button', { name: 'Renew: An engine' }).click()
  await page.getByText('Renewed for another 90 days.').waitFor()
  expect(await end()).toBeGreaterThan(before)

  await page.clock.setFixedTime(Date.now() + 91 * DAY)
  await page.getByText(/^Expired /).waitFor()
  await expectAccessibleOnPhone(page)
})

test('the editor marks an expired ask, and renewing it there does not conflict with unsaved changes', async () => {
  await page.clock.setFixedTime(Date.now() + 91 * DAY)
  await page.goto(`${product.origin}/profile?edit=asks`)
  await page.getByText(/^Expired /).waitFor()
  await expectAccessibleOnPhone(page)
  await page.getByRole('button', { name: 'Add offer' }).click()
  await page.getByLabel('Offer 1', { exact: true }).fill('A second engine')
  const before = await stored()
  await page.getByRole('button', { name: 'Renew: An engine' }).click()
  await page.getByText('Renewed for another 90 days.').waitFor()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Profile saved.').waitFor()
  const { asks, offers } = await stored()
  expect(offers.map(({ text }) => text)).toContain('A second engine')
  expect(asks[0]?.expiresAt).not.toBe(before.asks[0]?.expiresAt)
})

const stored = async () => (await call<OwnProfile>(page, 'GET', '/api/me')).body
