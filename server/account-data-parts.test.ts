import { afterAll, expect, test } from 'vitest'

import { collections } from '#server/collections.ts'
import { startTestApp } from '#server/testing/app.ts'

interface Description {
  paths: {
    '/api/account/export': {
      post: { responses: { 200: { content: { 'application/json': { schema: { properties: object } } } } } }
    }
  }
}

const running = await startTestApp()
afterAll(() => running.close())

test('every collection has a rule for the download and for the deletion of an account', () => {
  const covered = running.services.accounts.accountData.parts.flatMap((part) =>
    part.collections.map(({ name }) => name),
  )
  expect(covered.toSorted()).toEqual(collections.map(({ name }) => name).toSorted())
})

test('the API describes each part of the download under its own name, in the order of the download', async () => {
  const { paths } = (await running.visitor('GET', '/api/openapi.json')).json<Description>()
  const described = paths['/api/account/export'].post.responses[200].content['application/json'].schema
  const names = running.services.accounts.accountData.exportedParts().map(({ name }) => name)
  expect(Object.keys(described.properties)).toEqual(['exportedAt', ...names])
})
