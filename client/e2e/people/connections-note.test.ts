import { beforeEach, expect, test } from 'vitest'

import type { PrivateNote } from '#shared/people/connections.ts'
import { paths } from '#shared/lib/paths.ts'
import { call, connect, type Member, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let ada: Member
let ben: Member
let id: string

const note = () => ada.page.getByLabel('Note about Ben Osei')
const save = () => ada.page.getByRole('button', { name: 'Save note' }).click()
const saved = () => ada.page.getByText('Note saved.').first().waitFor()
const url = () => `/api/connections/${id}/note`
const stored = async () => (await call<PrivateNote>(ada.page, 'GET', url())).body

beforeEach(async () => {
  ;[ada, ben] = await Promise.all([newMember(product, 'Ada Álvarez'), newMember(product, 'Ben Osei')])
  id = await connect(ada, ben)
  await ada.page.goto(product.origin + paths.connection(id))
  await note().waitFor()
})

test('a private note is visible to its owner only, and its reminder appears on the dashboard on the day', async () => {
  await note().fill('Bakes on Sundays')
  await ada.page.getByLabel('Get in touch on').fill('2026-01-02')
  await ada.page.getByText('Unsaved changes').waitFor()
  await save()
  await saved()
  await ada.page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  expect(await stored()).toMatchObject({ text: 'Bakes on Sundays', getInTouchOn: '2026-01-02' })
  expect((await call<PrivateNote>(ben.page, 'GET', url())).body.text).toBe('')

  await ada.page.getByRole('link', { name: 'Dashboard' }).first().click()
  await ada.page.getByRole('link', { name: /Get in touch with Ben Osei/ }).click()
  await note().waitFor()
  expect(await note().inputValue()).toBe('Bakes on Sundays')
})

test('a session that ends while a long note is typed is renewed silently', async () => {
  const long = 'Bakes on Sundays, '.repeat(200).trim()
  await note().fill(long)
  await ada.page.context().clearCookies()
  await save()
  await saved()
  expect((await stored()).text).toBe(long)
})

test('the later of two devices sees the other version, and chooses', async () => {
  const elsewhere = async (text: string) => {
    const { version } = await stored()
    expect((await call(ada.page, 'PUT', url(), { text }, version)).status).toBe(200)
  }
  await elsewhere('From the laptop')
  await note().fill('From the phone')
  await save()
  const dialog = ada.page.getByRole('dialog', { name: 'This note was changed elsewhere' })
  await dialog.getByText('From the laptop').waitFor()
  expect(await note().inputValue()).toBe('From the phone')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await saved()
  expect((await stored()).text).toBe('From the phone')

  await elsewhere('Again from the laptop')
  await note().fill('Something else')
  await save()
  await dialog.getByLabel('Use the other version').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => note().inputValue()).toBe('Again from the laptop')
})

test('a draft from before another device’s edit does not overwrite it', async () => {
  await note().fill('Written in the morning')
  const { version } = await stored()
  await call(ada.page, 'PUT', url(), { text: 'Written at noon' }, version)
  await ada.page.reload()
  await note().waitFor()
  await save()
  await ada.page.getByText('Written at noon').waitFor()
  expect((await stored()).text).toBe('Written at noon')
})
