import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import {
  requestConnection,
  connect,
  listed,
  type Member,
  newMember,
  waitForToast,
  relationshipOf,
} from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let ada: Member
let ben: Member

beforeEach(async () => {
  ;[ada, ben] = await Promise.all([newMember(product, 'Ada Álvarez'), newMember(product, 'Ben Osei')])
})

const go = (page: Page, path: string) => page.goto(product.origin + path)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const received = ({ page }: Member) => go(page, paths.connectionsTab('received'))

test('a member sends a request with a note, the other accepts, and both are connected', async () => {
  await go(ada.page, paths.memberProfile(ben.id))
  await button(ada.page, 'Connect with Ben Osei').click()
  await ada.page.getByLabel('Note').fill('We both bake.')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  await waitForToast(ada.page, 'Request sent to Ben Osei.')
  await ada.page.getByText(/^Request sent .*\s·\sexpires/).waitFor()

  await go(ben.page, paths.dashboard)
  await button(ben.page, 'Notifications: 1 new').waitFor()
  await ben.page.getByText('We both bake.').waitFor()
  await button(ben.page, 'Accept request from Ada Álvarez').click()
  await waitForToast(ben.page, 'You and Ada Álvarez are now connected.')
  await button(ben.page, 'Notifications').waitFor()
  await ben.page.getByText('You’re all caught up.').waitFor()
  await button(ben.page, 'Say hello').click()
  await ben.page.getByRole('heading', { name: 'Contact' }).waitFor()
  await ben.page.getByRole('main').getByRole('button', { name: 'Plan a meeting' }).waitFor()

  await showScreen(ada.page, paths.connections)
  await ada.page.getByRole('link', { name: /Ben Osei/ }).click()
  await expect.poll(() => new URL(ada.page.url()).pathname).toMatch(/^\/connections\/.+/)
  await ada.page.getByText(/^Connected since/).waitFor()
})

test('a newcomer’s connections open on people, until there is a connection', async () => {
  const { page } = ada
  const openTab = () => page.getByRole('tab', { selected: true }).textContent()
  await go(page, paths.connections)
  await page.getByRole('searchbox').waitFor()
  expect(await openTab()).toBe('People')
  await page.getByRole('tab', { name: 'Connections' }).click()
  await page.getByRole('heading', { name: 'No connections yet' }).waitFor()

  await connect(ada, ben)
  await go(page, paths.connections)
  await page.getByRole('link', { name: /Ben Osei/ }).waitFor()
  expect(await openTab()).toMatch(/^Connections/)
})

test('a member who accepts a withdrawn request gets an error, and the request disappears', async () => {
  await requestConnection(ada, ben)
  await received(ben)
  await button(ben.page, 'Accept request from Ada Álvarez').waitFor()
  await go(ada.page, paths.connectionsTab('sent'))
  await button(ada.page, 'Withdraw request to Ben Osei').click()
  await waitForToast(ada.page, 'Request to Ben Osei withdrawn.')

  await button(ben.page, 'Accept request from Ada Álvarez').click()
  await waitForToast(ben.page, 'This request was withdrawn.')
  await ben.page.getByRole('heading', { name: 'No requests right now' }).waitFor()
  expect(await relationshipOf(ben, ada)).toBe('none')
})

test('declining is silent and can be undone', async () => {
  await requestConnection(ada, ben)
  await received(ben)
  await button(ben.page, 'Decline request from Ada Álvarez').click()
  await waitForToast(ben.page, 'Request declined. Ada Álvarez won’t be notified.')
  await ben.page.getByRole('heading', { name: 'No requests right now' }).waitFor()
  expect(await relationshipOf(ada, ben)).toBe('requestSent')

  await button(ben.page, 'Undo').click()
  await button(ben.page, 'Accept request from Ada Álvarez').waitFor()
  expect(await relationshipOf(ben, ada)).toBe('requestReceived')
})

test('a member who withdrew a request sees when they can send a new one, and can undo that at once', async () => {
  await requestConnection(ada, ben)
  await go(ada.page, paths.memberProfile(ben.id))
  await button(ada.page, 'Withdraw request to Ben Osei').click()
  await ada.page.getByText(/You can send a new one from/).waitFor()
  expect(await button(ada.page, 'Connect with Ben Osei').count()).toBe(0)
  await button(ada.page, 'Undo').click()
  await ada.page.getByText(/^Request sent .*\s·\sexpires/).waitFor()
  await waitForToast(ada.page, 'Request restored.')

  const loaded = Promise.withResolvers<void>()
  await ada.page.route('**/api/members/*', (route) => loaded.promise.then(() => route.continue()))
  await button(ada.page, 'Withdraw request to Ben Osei').click()
  await button(ada.page, 'Undo').click()
  loaded.resolve()
  await waitForToast(ada.page, 'Request restored.')
  expect(await relationshipOf(ada, ben)).toBe('requestSent')
})

test('a removed connection disappears from the lists and its screen, until that is undone', async () => {
  const id = await connect(ada, ben)
  await go(ada.page, paths.connections)
  await ada.page.getByRole('link', { name: /Ben Osei/ }).click()
  await button(ada.page, 'More options for Ben Osei').click()
  await button(ada.page, 'Remove connection').click()
  await waitForToast(ada.page, 'Connection removed. Ben Osei won’t be notified.')
  await ada.page.getByRole('heading', { name: 'No connections yet' }).waitFor()

  // The message stays for as long as it has the focus.
  await button(ada.page, 'Undo').focus()
  await go(ben.page, paths.connection(id))
  await ben.page.getByText('404 - Page Not Found').waitFor()

  await button(ada.page, 'Undo').click()
  await ada.page.getByRole('link', { name: /Ben Osei/ }).click()
  await expect.poll(() => new URL(ada.page.url()).pathname).toMatch(/^\/connections\/.+/)
  await ada.page.getByText(/^Connected since/).waitFor()
})

test('blocking asks for confirmation, ends the connection, and lasts until the member is unblocked', async () => {
  const id = await connect(ada, ben)
  await go(ada.page, paths.connection(id))
  await button(ada.page, 'More options for Ben Osei').click()
  await button(ada.page, 'Block').click()
  await ada.page.getByText('Your connection ends.').waitFor()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await waitForToast(ada.page, 'You blocked Ben Osei.')
  await ada.page.getByRole('heading', { name: 'No connections yet' }).waitFor()
  expect(await listed(ben, 'accepted')).toEqual([])

  await go(ben.page, paths.memberProfile(ada.id))
  await ben.page.getByText('404 - Page Not Found').waitFor()

  await ada.page.getByRole('link', { name: 'Blocked people' }).click()
  await button(ada.page, 'Unblock Ben Osei').click()
  await ada.page.getByText('You haven’t blocked anyone.').waitFor()
  await go(ben.page, paths.memberProfile(ada.id))
  await button(ben.page, 'Connect with Ada Álvarez').waitFor()
})

test('two quick presses send one request', async () => {
  await requestConnection(ada, ben)
  await received(ben)
  const calls: string[] = []
  ben.page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await button(ben.page, 'Accept request from Ada Álvarez').dblclick()
  await waitForToast(ben.page, 'You and Ada Álvarez are now connected.')
  expect(calls.filter((url) => url.endsWith('/accept'))).toHaveLength(1)

  await go(ada.page, paths.connections)
  expect(await listed(ada, 'accepted')).toEqual(['Ben Osei'])
})

test('a failed command is rolled back with an error message', async () => {
  await requestConnection(ada, ben)
  await received(ben)
  const shown = Promise.withResolvers<void>()
  await ben.page.route('**/decline', (route) => shown.promise.then(() => route.abort()))
  await button(ben.page, 'Decline request from Ada Álvarez').click()
  await ben.page.getByRole('heading', { name: 'No requests right now' }).waitFor()
  shown.resolve()
  await waitForToast(ben.page, /Can’t reach the server/)
  await button(ben.page, 'Accept request from Ada Álvarez').waitFor()
  expect(await relationshipOf(ben, ada)).toBe('requestReceived')
})

test('everything works with the keyboard, and the focus stays close', async () => {
  await requestConnection(ada, ben)
  await received(ben)
  const { page } = ben
  const tab = page.getByRole('tab', { name: /Received/ })
  await tab.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await tab.and(page.locator(':focus')).waitFor()
  await button(page, 'Decline request from Ada Álvarez').waitFor()
  for (const _ of ['panel', 'person', 'accept', 'decline']) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await waitForToast(page, /Request declined/)
  await page.getByRole('region', { name: 'Received requests' }).locator(':focus').waitFor()

  await showScreen(page, paths.memberProfile(ada.id))
  await button(page, 'Connect with Ada Álvarez').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Note').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('We both bake.')
  expect(await page.getByLabel('Note').inputValue()).toBe('We both bake.')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await button(page, 'Connect with Ada Álvarez').and(page.locator(':focus')).waitFor()
})
