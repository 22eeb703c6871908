import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IndexHtmlTransformContext } from 'vite'
import { afterAll, expect, inject, test } from 'vitest'

import { readConfig } from '#server/config/config.ts'
import { communitySettings } from '#server/modules/community/settings/collection.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { emulatorSettings } from '#server/tools/stack.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'

import { filledPages } from './filled-pages.ts'

const database = newTestDatabase()
const [server, pages] = [database.open([communitySettings]), database.open([communitySettings])]
afterAll(async () => {
  await Promise.all([server.close(), pages.close()])
  database.remove()
})

const { client } = readConfig({
  ...emulatorSettings(authEmulatorAt(inject('authEmulator'))),
  NODE_ENV: 'test',
})
const { transformIndexHtml } = filledPages({ ...client, PRODUCT_NAME: 'Harbour Guild' }, pages)
const template = readFile(join(import.meta.dirname, '../../client/index.html'), 'utf8')

async function pageAt(path: string) {
  const fill = transformIndexHtml as (html: string, context: IndexHtmlTransformContext) => Promise<string>
  return fill(await template, { path: '/index.html', filename: 'index.html', originalUrl: path })
}

test('pages of the dev server contain the community’s settings', async () => {
  const before = await pageAt('/events')
  expect(before).toContain('"PRODUCT_NAME":"Harbour Guild"')
  expect(before).not.toContain('"links"')

  await server.transact(async (tx) => {
    const put = (id: string, value: Record<string, unknown>) =>
      tx.put(communitySettings, { id, version: 1, changedAt: '2026-01-01T00:00:00.000Z', value })
    put('accent', { light: '#663399', dark: '#ccaaff' })
    put('terms', { text: 'Be *kind*.' })
  })
  await expect.poll(() => pageAt('/events'), { timeout: 10_000 }).toContain('"links":["terms"]')
  // The styles that Vite adds to the head would win against a link there.
  const [head, body] = (await pageAt('/events')).split('<body>')
  expect(head).not.toContain('/theme/')
  expect(body).toContain('<link rel="stylesheet" href="/theme/663399-ccaaff-0.css"></body>')
  expect(head).not.toContain('id="texts"')
  expect(await pageAt('/about-us?from=landing')).toContain('id="texts"')
})
