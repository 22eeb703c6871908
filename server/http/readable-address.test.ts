import { afterAll, expect, test } from 'vitest'

import { startTestApp } from '#server/testing/app.ts'

const started = await startTestApp()
afterAll(() => started.close())

const PERSON = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each([
  ['/profile/%E0%A4%A', '/profile/%25E0%25A4%25A'],
  ['/event/%', '/event/%25'],
  ['/%?next=1', '/%25?next=1'],
  ['//other.test/%', '/other.test/%25'],
])('a page request for %s is redirected to an address that the app can show', async (url, location) => {
  const answer = await started.visitor('GET', url, { headers: PERSON })

  expect(answer.statusCode).toBe(302)
  expect(answer.headers['location']).toBe(location)
})

test.each([
  ['a program', '/event/%', { accept: 'application/json' }],
  ['a call', '/api/%', PERSON],
])('%s gets the problem itself', async (_who, url, headers) => {
  const answer = await started.visitor('GET', url, { headers })

  expect(answer.json()).toMatchObject({ status: 400, code: 'bad_request' })
})
