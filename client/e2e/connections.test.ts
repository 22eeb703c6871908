import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'

import { askOf, connect, listed, type Member, newMember, said, relationshipOf } from './members.ts'
import { runProduct } from './product.ts'

const product = runProduct()
let ada: Member
let ben: Member

beforeEach(async () => {
  ;[ada, ben] = await Promise.all([newMember(product, 'Ada Álvarez'), newMember(product, 'Ben Osei')])
})

const go = (page: Page, path: string) => page.goto(product.origin + path)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const received = ({ page }: Member) => go(page, paths.connectionsTab('received'))

test('one asks with a note, the other accepts, and both are connected', async () => {
  await go(ada.page, paths.memberProfile(ben.id))
  await button(ada.page, 'Ask Ben Osei to connect').click()
  await ada.page.getByLabel('Note').fill('We both bake.')
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Ask to connect' }).click()
  await said(ada.page, 'Ben Osei has your request.')
  await ada.page.getByText(/^Asked on/).waitFor()

  await go(ben.page, paths.dashboard)
  await button(ben.page, 'News: 1 waiting').waitFor()
  await ben.page.getByText('We both bake.').waitFor()
  await button(ben.page, 'Accept the request of Ada Álvarez').click()
  await said(ben.page, 'You and Ada Álvarez are connected.')
  await button(ben.page, 'News').waitFor()
  await ben.page.getByText('Nothing is waiting for you.').waitFor()

  await go(ada.page, paths.connections)
  await ada.page.getByRole('link', { name: /Ben Osei/ }).click()
  await ada.page.getByText(/^Connected since/).waitFor()
  expect(new URL(ada.page.url()).pathname).toMatch(/^\/connections\/.+/)
})

test('two who ask each other are connected', async () => {
  await go(ada.page, paths.memberProfile(ben.id))
  await button(ada.page, 'Ask Ben Osei to connect').click()
  await askOf(ben, ada)
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Ask to connect' }).click()
  await said(ada.page, /are connected: Ben Osei had asked you too/)
  expect(await ada.page.getByRole('link', { name: 'Open connection' }).getAttribute('href')).toMatch(
    /^\/connections\/.+/,
  )
})

test('whoever accepts what was withdrawn meanwhile is told, and sees it go', async () => {
  await askOf(ada, ben)
  await received(ben)
  await button(ben.page, 'Accept the request of Ada Álvarez').waitFor()
  await go(ada.page, paths.connectionsTab('sent'))
  await button(ada.page, 'Withdraw the request to Ben Osei').click()
  await said(ada.page, 'Your request to Ben Osei is withdrawn.')

  await button(ben.page, 'Accept the request of Ada Álvarez').click()
  await said(ben.page, 'This request was withdrawn.')
  await ben.page.getByRole('heading', { name: 'Nobody is waiting for you' }).waitFor()
  expect(await relationshipOf(ben, ada)).toBe('none')
})

test('declining is silent, and can be taken back', async () => {
  await askOf(ada, ben)
  await received(ben)
  await button(ben.page, 'Decline the request of Ada Álvarez').click()
  await said(ben.page, 'You declined. Ada Álvarez is not told.')
  await ben.page.getByRole('heading', { name: 'Nobody is waiting for you' }).waitFor()
  expect(await relationshipOf(ada, ben)).toBe('requestSent')

  await button(ben.page, 'Undo').click()
  await button(ben.page, 'Accept the request of Ada Álvarez').waitFor()
  expect(await relationshipOf(ben, ada)).toBe('requestReceived')
})

test('who withdrew is told from when they can ask again', async () => {
  await askOf(ada, ben)
  await go(ada.page, paths.memberProfile(ben.id))
  await button(ada.page, 'Withdraw the request to Ben Osei').click()
  await ada.page.getByText(/You can ask again from/).waitFor()
  expect(await button(ada.page, 'Ask Ben Osei to connect').count()).toBe(0)
  await button(ada.page, 'Undo').click()
  await ada.page.getByText(/^Asked on/).waitFor()
})

test('someone removed is gone from the lists and the screen, until that is undone', async () => {
  const id = await connect(ada, ben)
  await go(ada.page, paths.connections)
  await ada.page.getByRole('link', { name: /Ben Osei/ }).click()
  await button(ada.page, 'More about Ben Osei').click()
  await button(ada.page, 'Remove from connections').click()
  await said(ada.page, 'Ben Osei is no longer among your connections, and is not told.')
  await ada.page.getByRole('heading', { name: 'No connections yet' }).waitFor()

  await go(ben.page, paths.connection(id))
  await ben.page.getByText('404 - Page Not Found').waitFor()

  await button(ada.page, 'Undo').click()
  await ada.page.getByRole('link', { name: /Ben Osei/ }).click()
  await ada.page.getByText(/^Connected since/).waitFor()
  expect(new URL(ada.page.url()).pathname).toMatch(/^\/connections\/.+/)
})

test('a block is asked about first, ends the connection, and holds until it is taken back', async () => {
  const id = await connect(ada, ben)
  await go(ada.page, paths.connection(id))
  await button(ada.page, 'More about Ben Osei').click()
  await button(ada.page, 'Block').click()
  await ada.page.getByText('Your connection ends.').waitFor()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await said(ada.page, 'Ben Osei is blocked.')
  await ada.page.getByRole('heading', { name: 'No connections yet' }).waitFor()
  expect(await listed(ben, 'accepted')).toEqual([])

  await go(ben.page, paths.memberProfile(ada.id))
  await ben.page.getByText('404 - Page Not Found').waitFor()

  await ada.page.getByRole('link', { name: 'People you have blocked' }).click()
  await button(ada.page, 'Unblock Ben Osei').click()
  await ada.page.getByText('You have not blocked anyone.').waitFor()
  await go(ben.page, paths.memberProfile(ada.id))
  await button(ben.page, 'Ask Ada Álvarez to connect').waitFor()
})

test('two quick presses are one', async () => {
  await askOf(ada, ben)
  await received(ben)
  const calls: string[] = []
  ben.page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await button(ben.page, 'Accept the request of Ada Álvarez').dblclick()
  await said(ben.page, 'You and Ada Álvarez are connected.')
  expect(calls.filter((url) => url.endsWith('/accept'))).toHaveLength(1)

  await go(ada.page, paths.connections)
  expect(await listed(ada, 'accepted')).toEqual(['Ben Osei'])
})

test('what could not be sent is put back, and said', async () => {
  await askOf(ada, ben)
  await received(ben)
  await ben.page.route('**/decline', (route) => route.abort())
  await button(ben.page, 'Decline the request of Ada Álvarez').click()
  await ben.page.getByRole('heading', { name: 'Nobody is waiting for you' }).waitFor()
  await said(ben.page, /The server cannot be reached/)
  await button(ben.page, 'Accept the request of Ada Álvarez').waitFor()
  expect(await relationshipOf(ben, ada)).toBe('requestReceived')
})

test('all of it goes by keyboard, and the focus stays near', async () => {
  await askOf(ada, ben)
  await received(ben)
  const { page } = ben
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const tab = page.getByRole('tab', { name: /Received/ })
  await tab.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await tab.and(page.locator(':focus')).waitFor()
  await button(page, 'Decline the request of Ada Álvarez').waitFor()
  for (const _ of ['panel', 'person', 'accept', 'decline']) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await said(page, /You declined/)
  await expect.poll(focused).toBe('Requests to you')

  await go(page, paths.memberProfile(ada.id))
  await button(page, 'Ask Ada Álvarez to connect').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Note').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('We both bake.')
  expect(await page.getByLabel('Note').inputValue()).toBe('We both bake.')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await button(page, 'Ask Ada Álvarez to connect').and(page.locator(':focus')).waitFor()
})
