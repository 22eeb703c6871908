import { afterAll, beforeAll, expect, test } from 'vitest'

import { AccountDataSchema } from '#shared/accounts/account-data.ts'
import { collections } from '#server/collections.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let running: TestApp
beforeAll(async () => {
  running = await startTestApp()
})
afterAll(() => running.close())

test('every collection has a rule for the download and for the deletion of an account', () => {
  const covered = running.services.accounts.accountData.parts.flatMap((part) =>
    part.collections.map(({ name }) => name),
  )
  expect(covered.toSorted()).toEqual(collections.map(({ name }) => name).toSorted())
})

test('the download has the parts of its schema', () => {
  const exported = running.services.accounts.accountData.parts.filter(
    (part) => typeof part.exportOf !== 'string',
  )
  const names = ['exportedAt', ...exported.map(({ name }) => name)]
  expect(names.toSorted()).toEqual(Object.keys(AccountDataSchema.properties).toSorted())
})
