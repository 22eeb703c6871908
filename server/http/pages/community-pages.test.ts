import { beforeAll, expect, test, vi } from 'vitest'

import type { PageRenderer, RenderedPage } from '#shared/programme/pages.ts'
import type { PublicEvent } from '#shared/events/public-events.ts'
import type { PublicTexts } from '#shared/community/settings.ts'
import { paths } from '#shared/lib/paths.ts'
import { buildClient, CLIENT } from '#server/tools/client-build.ts'
import { PAGE } from '#server/testing/bare-client.ts'
import { CLIENT_SETTINGS } from '#server/testing/fixtures/client-settings.ts'
import { partOf } from '#server/tools/part-of.ts'

import { type Community, createPage } from './community-pages.ts'
import { loadRenderer } from './renderer.ts'

const DEFAULT = 'Chapters, chambers, alumni'

let renderer: PageRenderer

beforeAll(async () => {
  await buildClient(['en'])
  renderer = (await loadRenderer(CLIENT))!
}, 120_000)

/** The content of the about page, with these texts of the community. */
async function aboutPage(texts: PublicTexts) {
  const html = await createPage({
    template: async () => PAGE,
    settings: CLIENT_SETTINGS,
    community: async () => ({ page: {}, styleSheet: undefined, texts, listsEvents: true }),
    texts: true,
    render: (data) => renderer.renderScreen(paths.about, data),
  })()
  return html.slice(html.indexOf('<div id="root"'))
}

test('the about page has the product’s own text until the community has one', async () => {
  const html = await aboutPage({})
  expect(html).toContain('A home for your network</h1>')
  expect(html).toContain(DEFAULT)
  expect(html).not.toMatch(/id="(terms|privacy|contact)"/)
})

test('the about page has the texts of the community, and places for no others', async () => {
  const about = { title: 'Cats & dogs', html: '<p>We meet on $& Tuesdays.</p><section>Twice.</section>' }
  const html = await aboutPage({ about, privacy: { html: '<p>We keep little.</p>' } })
  expect(html).toContain('Cats &amp; dogs</h1>')
  expect(html).toContain(about.html)
  expect(html).toMatch(/id="privacy".*We keep little\./s)
  expect(html).not.toContain(DEFAULT)
  expect(html).not.toMatch(/id="(terms|contact)"/)
})

test('a community with a title alone keeps the product’s text', async () => {
  const html = await aboutPage({ about: { title: 'The guild', html: '' } })
  expect(html).toContain('The guild</h1>')
  expect(html).toContain(DEFAULT)
})

test('a page is created again only when it, the community or its events change', async () => {
  const render = vi.fn<() => Promise<RenderedPage>>(async () => ({ html: '', links: '' }))
  const first: Community = { page: {}, styleSheet: undefined, texts: {}, listsEvents: true }
  let [template, community] = [PAGE, first]
  const page = createPage({
    template: async () => template,
    settings: CLIENT_SETTINGS,
    community: async () => community,
    render,
  })
  const events = [partOf<PublicEvent>({ id: 'e1' })]
  const count = async () => {
    await page({ 'next-events': events })
    return render.mock.calls.length
  }
  expect(await count()).toBe(1)
  expect(await count()).toBe(1)
  community = { ...first, styleSheet: '/theme/1.css' }
  expect(await count()).toBe(2)
  template = PAGE.replace('<head>', '<head><meta name="new">')
  expect(await count()).toBe(3)
  expect(await page({ 'next-events': [...events] })).toContain('/theme/1.css')
  expect(render).toHaveBeenCalledTimes(4)
})
