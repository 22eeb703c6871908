import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { addTestCommunity } from '#server/testing/running-product/test-community.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, type Member, newMember, startSession } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct({ ownServer: true })
let ada: Member
let page: Page
let community: Awaited<ReturnType<typeof addTestCommunity>>

/** One block, one private note that is due, and a value in every field. */
beforeAll(async () => {
  ada = await newMember(product, 'Ada'.padEnd(80, 'dada'), {
    headline: 'Counts what others only guess, and says so in as many words as fit here',
    company: 'C'.repeat(120),
    address: { city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', country_code: 'GB' },
    bio: 'B'.repeat(300),
    asks: ['Sourdough starters', 'A'.repeat(160)],
    offers: ['An honest look at your prices'],
    keywords: ['food', 'K'.repeat(40)],
    links: [`https://example.org/${'l'.repeat(300)}`],
    phone: '+44 20 7946 0000',
  })
  community = await addTestCommunity(product.stack.dataDir, ada.id)
  const [friend = '', , enemy = ''] = community.connected
  await call(ada.page, 'PUT', `/api/blocks/${enemy}`)
  const connection = await connectionWith(ada.page, friend)
  const note = { text: 'N'.repeat(400), getInTouchOn: '2026-01-02' }
  await call(ada.page, 'PUT', `/api/connections/${connection}/note`, note, 0)
})

beforeEach(async () => {
  page = await product.newBrowser({ reducedMotion: 'reduce' })
  await startSession(page, product.origin, ada.person)
})

const connectionWith = async (on: Page, id: string) =>
  (await call<{ connectionId: string }>(on, 'GET', `/api/connections/with/${id}`)).body.connectionId

/** @param shows content of the screen once everything has loaded */
async function open(path: string, shows: readonly (string | RegExp)[]) {
  await showScreen(page, path)
  for (const text of shows) await page.getByRole('main').getByText(text).first().waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
}

async function expectAccessibleAt(path: string, ...shows: (string | RegExp)[]) {
  await open(path, shows)
  await expectAccessibleInEveryViewport(page)
}

/** Checks screens whose layout has been checked with other data. */
async function expectAccessibleOnPhoneAt(path: string, ...shows: (string | RegExp)[]) {
  await open(path, shows)
  await expectAccessibleOnPhone(page)
}

test('every list of people is accessible when filled', async () => {
  await expectAccessibleAt(paths.connections, /^Connected since/)
  await expectAccessibleOnPhoneAt(paths.connectionsTab('received'), 'Siobhán O’Brien-Ní Dhomhnaill')
  await expectAccessibleOnPhoneAt(paths.connectionsTab('sent'), /^Sent .*\s·\sexpires/)
  await expectAccessibleAt(paths.connectionsTab('directory'), 'Suggested introductions')
  await expect.poll(() => page.getByRole('button', { name: /^Not relevant/ }).count()).toBe(3)
  await expectAccessibleOnPhoneAt(settingsPath('blocked'), /Blocked since/)
})

test('a connection with everything two people can share, and the dashboard, are accessible', async () => {
  const connection = paths.connection(await connectionWith(page, community.connected[0] ?? ''))
  const parts = ['Growth meetings', 'Events in common', 'Mutual connections', 'Private note']
  await expectAccessibleAt(connection, 'Send the sketches', ...parts)
  const sections = ['Breakfast on second sites', /^Get in touch with/, /^P{280}$/, 'People to meet']
  await expectAccessibleAt(paths.dashboard, 'To decide', 'Reminders', ...sections)
  expect(await page.getByRole('heading', { name: 'Prestige' }).count()).toBe(0)
})

test('a profile is accessible in every relationship to its owner', async () => {
  const [connected = '', , blocked = ''] = community.connected
  const one = ([id = '']: readonly string[]) => paths.memberProfile(id)
  await expectAccessibleAt(one(community.strangers), /^Connect/)
  await expectAccessibleOnPhoneAt(one(community.asked), /^Request sent/)
  await expectAccessibleOnPhoneAt(one(community.asking), /sent you a request on/)
  await expectAccessibleOnPhoneAt(paths.memberProfile(connected), /^Connected since/)
  await expectAccessibleOnPhoneAt(paths.memberProfile(blocked), /^You blocked/)
  await expectAccessibleOnPhoneAt(one(community.withdrawn), /You can send a new one from/)
})

test('the own profile and its previews are accessible', async () => {
  await expectAccessibleAt(paths.memberProfile(ada.id), 'Preview as others')
  await expectAccessibleOnPhoneAt(`${paths.ownProfile}?as=member`, 'Previewing as a member')
  await expectAccessibleOnPhoneAt(`${paths.ownProfile}?as=connection`, '+44 20 7946 0000')
  await expectAccessibleOnPhoneAt(`${paths.ownProfile}?as=visitor`, 'Previewing as a visitor')
  expect(await page.getByText(/Member since|Time zone/).count()).toBe(0)
})

test('the menu of a profile is beside its buttons on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [friend = ''] = community.connected
  await open(paths.memberProfile(friend), [/^Connected since/])
  const panel = page.getByRole('region', { name: /^You and/ })
  const tops = await Promise.all(
    [panel.getByRole('button', { name: 'Plan a meeting' }), panel.getByRole('button', { name: /^More/ })].map(
      async (control) => (await control.boundingBox())?.y,
    ),
  )
  expect(tops[0]).toBe(tops[1])
})

test('a dialog on a phone scrolls to the whole list of people that opens in it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const [friend = ''] = community.connected
  await open(paths.connection(await connectionWith(page, friend)), ['Private note'])
  await page.getByRole('button', { name: 'Introduce' }).click()
  const dialog = page.getByRole('dialog', { name: /^Introduce/ })
  await dialog.getByRole('combobox').click()
  await dialog.getByRole('option').first().waitFor()
  const bottom = async (of: typeof dialog) => {
    const { y, height } = (await of.boundingBox())!
    return y + height
  }
  await expect
    .poll(async () => (await bottom(dialog)) - (await bottom(dialog.getByRole('listbox'))))
    .toBeGreaterThanOrEqual(0)
})
