import { beforeAll, expect, test } from 'vitest'

import type { PublicTexts } from '#shared/community/settings.ts'
import type { ClientSettings } from '#shared/lib/client-settings.ts'
import { buildClient } from '#server/tools/client-build.ts'
import { readBundle } from '#server/testing/architecture/bundle.ts'
import { partOf } from '#server/tools/part-of.ts'

import { fillPage } from './page-data.ts'
import { withCommunity } from './community-pages.ts'

const settings = partOf<ClientSettings>({ PRODUCT_NAME: 'Guildhall', PRODUCT_SLUG: 'guildhall' })
const DEFAULT = 'Chapters, chambers, alumni'

beforeAll(() => buildClient(['en']), 60_000)

/** The body of the built about page, with these texts of the community. */
async function aboutPage(texts: PublicTexts) {
  const template = fillPage(await (await readBundle()).read('about-still.html'), settings)
  const community = { page: {}, styleSheet: undefined, texts, organisation: '', listsEvents: true }
  const html = await withCommunity(
    async () => template,
    settings,
    async () => community,
  )()
  return html.slice(html.indexOf('<body>'))
}

test('the about page has the product’s own text until the community has one', async () => {
  const html = await aboutPage({})
  expect(html).toContain('A home for your network</h1>')
  expect(html).toContain(DEFAULT)
  expect(html).not.toContain('__text-')
  expect(html).not.toMatch(/id="(terms|privacy|contact)"/)
})

test('the about page has the texts of the community, and places for no others', async () => {
  const about = { title: 'Cats & dogs', html: '<p>We meet on $& Tuesdays.</p><section>Twice.</section>' }
  const html = await aboutPage({ about, privacy: { html: '<p>We keep little.</p>' } })
  expect(html).toContain('Cats &#38; dogs</h1>')
  expect(html).toContain(about.html)
  expect(html).toMatch(/id="privacy".*We keep little\./s)
  expect(html).not.toContain(DEFAULT)
  expect(html).not.toContain('__text-')
  expect(html).not.toMatch(/id="(terms|contact)"/)
})

test('a community with a title alone keeps the product’s text', async () => {
  const html = await aboutPage({ about: { title: 'The guild', html: '' } })
  expect(html).toContain('The guild</h1>')
  expect(html).toContain(DEFAULT)
})
