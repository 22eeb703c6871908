import { rm } from 'node:fs/promises'

import { afterAll, expect, test } from 'vitest'

import { startTestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'

const folder = await writeBareClient()
const running = await startTestApp({ clientFolder: folder })
afterAll(async () => {
  await running.close()
  await rm(folder, { recursive: true })
})

test.for(['/calendar/secret', '/calendar/secret/events', '/calendar/', '/calendar/secret%25'])(
  'a wrong feed address is answered with 404 instead of the app: %s',
  async (url) => {
    const answer = await running.visitor('GET', url, { headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'calendar_not_found'])
  },
)
