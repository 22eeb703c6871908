import { afterAll, beforeAll, expect, test } from 'vitest'

import { AccountDataSchema } from '#shared/account-data.ts'
import { collections } from '#server/collections.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let running: TestApp
beforeAll(async () => {
  running = await startTestApp()
})
afterAll(() => running.close())

test('for every collection it is decided what a member gets of it, and what becomes of it when they leave', () => {
  const decided = running.services.accountData.parts.flatMap((part) =>
    part.collections.map(({ name }) => name),
  )
  expect(decided.toSorted()).toEqual(collections.map(({ name }) => name).toSorted())
})

test('the download has the parts that it is described to have', () => {
  const exported = running.services.accountData.parts.filter((part) => typeof part.exportOf !== 'string')
  const names = ['exportedAt', ...exported.map(({ name }) => name)]
  expect(names.toSorted()).toEqual(Object.keys(AccountDataSchema.properties).toSorted())
})
