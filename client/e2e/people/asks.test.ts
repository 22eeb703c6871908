import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { paths } from '#shared/lib/paths.ts'
import { call, connect, type Member, newMember, waitForToast } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
/** Filters the asks of one test, since all share one server. */
let city: string
let ada: Member
let bea: Member
beforeEach(async () => {
  city = `Town ${randomUUID().slice(0, 8)}`
  ;[ada, bea] = await Promise.all([
    newMember(product, 'Ada Helping'),
    newMember(product, 'Bea Asking', {
      asks: ['A cellist for a wedding'],
      address: { city },
      industry: 'Law',
    }),
    newMember(product, 'Cem Asking', { asks: ['A printer for manuals'], address: { city } }),
  ])
  await connect(ada, bea)
})

const board = () => `${product.origin}${paths.connectionsTab('asks')}&city=${encodeURIComponent(city)}`
const help = (name: string) => ada.page.getByRole('button', { name: `I can help ${name}` })
const dialog = () => ada.page.getByRole('dialog')

test('the list of asks is filtered, and a filter can be removed', async () => {
  const { page } = ada
  await page.goto(board())
  await page.getByText('A printer for manuals').waitFor()
  await page.goto(`${board()}&industry=Law`)
  await page.getByText('A cellist for a wedding').waitFor()
  expect(await page.getByText('A printer for manuals').count()).toBe(0)
  await page.getByRole('button', { name: 'Remove industry filter: Law' }).click()
  await page.getByText('A printer for manuals').waitFor()
})

test('helping a connection opens an introduction or a new meeting, which has the ask as its reason', async () => {
  const { page } = ada
  const ask = 'A cellist for a wedding'
  await page.goto(board())
  await help('Bea Asking').click()
  await dialog().getByRole('button', { name: 'Introduce someone' }).click()
  await dialog().getByRole('heading', { name: 'Introduce Bea Asking' }).waitFor()
  expect(await dialog().getByLabel('Why should they meet?').inputValue()).toBe(ask)

  await page.goto(board())
  await help('Bea Asking').click()
  await dialog().getByText(ask).waitFor()
  await dialog().getByRole('link', { name: 'Plan a meeting' }).click()
  await page.getByRole('heading', { level: 1, name: 'New growth meeting' }).waitFor()
  expect(await page.getByLabel('Purpose').inputValue()).toBe(ask)
  await page.getByText('Bea Asking').waitFor()
})

test('helping someone else proposes a meeting for the ask, and the same one when it is offered again', async () => {
  const { page } = ada
  const offer = async () => {
    await page.goto(board())
    await help('Cem Asking').click()
    await dialog().getByText('A printer for manuals').waitFor()
    expect(await dialog().getByRole('button', { name: 'Introduce someone' }).count()).toBe(0)
    await dialog().getByRole('button', { name: 'Propose a meeting' }).click()
    await page.getByRole('heading', { level: 1, name: 'A printer for manuals' }).waitFor()
    return page.url()
  }
  const meeting = await offer()
  await waitForToast(page, 'Meeting proposed. Vote on the times that suit you.')
  expect(await offer()).toBe(meeting)
})

test('one’s own ask leads to its editor', async () => {
  const { page } = bea
  await page.goto(board())
  await page.getByRole('link', { name: 'Edit your asks' }).click()
  await expect.poll(() => page.getByRole('tab', { name: 'Asks and offers', selected: true }).count()).toBe(1)
})

test('the owner names who helped, and everyone sees it once the helper agrees', async () => {
  const { asks } = (await call<OwnProfile>(bea.page, 'GET', '/api/me')).body
  await call(ada.page, 'POST', '/api/meetings', {
    purpose: 'A cellist for a wedding',
    kind: 'advice',
    participants: [bea.id],
    durationMinutes: 45,
    slots: [new Date(Date.now() + DAY).toISOString()],
    place: '',
    joinUrl: '',
    agenda: [],
    source: { kind: 'ask', id: asks[0]!.id },
  })
  await bea.page.goto(`${product.origin}${paths.ownProfile}`)
  await bea.page.getByRole('button', { name: 'Mark as fulfilled: A cellist for a wedding' }).click()
  await bea.page.getByLabel('Who helped?').selectOption('Ada Helping')
  await bea.page.getByRole('button', { name: 'Mark as fulfilled', exact: true }).press('Enter')
  await waitForToast(bea.page, 'Marked as fulfilled.')
  await expect.poll(() => bea.page.getByText('A cellist for a wedding').count()).toBe(0)
  await expect.poll(() => bea.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await ada.page.goto(board())
  await ada.page.getByText('Bea Asking says you helped with this ask:').waitFor()
  const nameMe = ada.page.getByRole('button', { name: 'Name me', exact: true })
  await nameMe.press('Enter')
  await waitForToast(ada.page, 'You’re named as the one who helped.')
  await nameMe.waitFor({ state: 'detached' })
  await expect.poll(() => ada.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await bea.page.goto(board())
  const fulfilled = bea.page.getByRole('region', { name: 'Recently fulfilled' })
  await fulfilled.getByText('Ada Helping').waitFor()
  await fulfilled.getByRole('button', { name: 'Remove: A cellist for a wedding' }).click()
  await waitForToast(bea.page, 'Removed from the list.')
})
