import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '#server/testing/app.ts'

const PAGE = '<!doctype html><script type="application/json" id="settings">{}</script>'

let folder: string
let running: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-client-'))
  for (const name of ['index.html', 'landing.html']) await writeFile(join(folder, name), PAGE)
  running = await startTestApp({ clientFolder: folder })
})
afterAll(async () => {
  await running.close()
  await rm(folder, { recursive: true })
})

test.for(['/calendar/secret', '/calendar/secret/events', '/calendar/', '/calendar/secret%25'])(
  'opens no page of the app, which would report its own address with an error: %s',
  async (url) => {
    const answer = await running.visitor('GET', url, { headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'calendar_not_found'])
  },
)
