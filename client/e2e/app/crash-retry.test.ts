import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/lib/paths.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { call, type Member, newMember } from '#client/e2e/members.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let ada: Member

beforeEach(async () => {
  ada = await newMember(product, 'Ada Álvarez')
})

const UNDRAWABLE = { state: 'connected', since: 'not a date' }

/** Makes the next answer of this address impossible to render. */
const breakOnce = (page: Page, path: string, fields: object) =>
  page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), ...fields } })
    },
    { times: 1 },
  )

test('Try Again refetches the data after a page has crashed over it', async () => {
  const id = await newEvent(await newOrganiser(product), { title: 'Breakfast' })
  await breakOnce(ada.page, `/api/events/${id}`, { hosts: null })
  await ada.page.goto(product.origin + paths.event(id))
  await ada.page.getByRole('heading', { name: 'This page encountered an error' }).waitFor()
  await ada.page.getByRole('button', { name: 'Try Again' }).click()
  await expect
    .poll(() => ada.page.getByRole('heading', { level: 1, name: 'Breakfast' }).isVisible())
    .toBe(true)
})

test('a retry in the isolated variant requests the data again', async () => {
  const ben = await newMember(product, 'Ben Osei')
  await call(ada.page, 'POST', '/api/connections', { memberId: ben.id, note: 'Hello' })
  await breakOnce(ada.page, `/api/connections/with/${ben.id}`, UNDRAWABLE)
  await ada.page.goto(product.origin + paths.memberProfile(ben.id))
  await ada.page.getByText('This component failed to load').waitFor()
  await ada.page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => ada.page.getByRole('region', { name: 'You and Ben Osei' }).isVisible()).toBe(true)
})

test('a retry of a section also requests the data that it shares with the rest of the page', async () => {
  const ben = await newMember(product, 'Ben Osei')
  await breakOnce(ada.page, `/api/connections/with/${ben.id}`, UNDRAWABLE)
  await ada.page.goto(product.origin + paths.memberProfile(ben.id))
  await ada.page.getByText('This component failed to load').waitFor()
  const asked = ada.page.waitForRequest((request) => request.url().endsWith(`/api/members/${ben.id}`))
  await ada.page.getByRole('button', { name: 'Try again' }).click()
  await expect(asked).resolves.toBeDefined()
})
