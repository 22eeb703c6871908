import { rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'
import { jpegSize } from '#server/testing/fixtures/jpeg.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'

const ADMIN = `${randomUUID()}@guildhall.test`

const folder = await writeBareClient()
const started = await startTestApp({ clientFolder: folder, env: { ADMIN_EMAILS: ADMIN } })
beforeAll(async () => {
  await started.store.transact(async (tx) => {
    putSeated(tx, eventDocument('open-day', { visibility: 'public' }), [])
    putSeated(tx, eventDocument('members-day', {}), [])
  })
})
afterAll(async () => {
  await started.close()
  await rm(folder, { recursive: true })
})

const get = (url: string) => started.visitor('GET', url)

test('a preview image has the type and size that its tags declare', async () => {
  const { body } = await get('/event/open-day')
  const tag = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(body)?.[1] ?? ''
  const { pathname } = new URL(tag('og:image'))
  const image = await get(pathname)
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, tag('og:image:type')])
  expect(jpegSize(image.rawPayload)).toEqual({
    width: Number(tag('og:image:width')),
    height: Number(tag('og:image:height')),
  })
  const again = await started.visitor('GET', pathname, { headers: { 'if-none-match': image.headers.etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('robots may fetch every page, so that links have previews, and find the sitemap', async () => {
  const { body, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    '',
    expect.stringMatching(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/),
    '',
  ])
})

test('an admin chooses whether search engines may list public events', async () => {
  const admin = await started.member({ email: ADMIN })
  const state = async () => {
    const { body, headers } = await get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const robots = async (id: string) => (await get(`/event/${id}`)).headers['x-robots-tag']
    const paths = [...body.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path]) => path)
    return {
      paths,
      public: await robots('open-day'),
      others: [await robots('members-day'), await robots('no')],
    }
  }
  const pages = ['/', '/about-us', '/guildhall-prestige']
  const others = ['noindex', 'noindex']
  expect(await state()).toEqual({ paths: [...pages, '/event/open-day'], public: undefined, others })

  const headers = { 'if-match': '"0"' }
  const path = '/api/admin/settings/publicEvents'
  const saved = await admin.call('PUT', path, { body: { searchEngines: false, feeds: true }, headers })
  expect(saved.statusCode).toBe(200)
  expect(await state()).toEqual({ paths: pages, public: 'noindex', others })
  // The preview of its link stays.
  expect((await get('/event/open-day')).body).toContain('og:image')
})
