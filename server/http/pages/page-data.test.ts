import { expect, test } from 'vitest'

import type { ClientSettings } from '#shared/lib/client-settings.ts'
import { partOf } from '#server/tools/part-of.ts'
import { PAGE } from '#server/testing/bare-client.ts'

import { fillPage } from './page-data.ts'

const settings = partOf<ClientSettings>({ PRODUCT_NAME: `</script><b>"$&'`, PRODUCT_SLUG: 'guildhall' })

test('data are escaped in the page', () => {
  const html = fillPage(PAGE, { settings, texts: { terms: { html: '</script><b>' } } })
  for (const [id, value] of Object.entries({ settings, texts: { terms: { html: '</script><b>' } } })) {
    const [, data] = new RegExp(`id="${id}">([^<]*)</script>`).exec(html) ?? []
    expect(JSON.parse(data ?? '')).toEqual(value)
  }
  expect(html).not.toContain('<b>')
})

test('a page without a place for the settings is refused', () => {
  expect(() => fillPage('<title></title>', { settings })).toThrow('no place for the settings')
})

test('the first view is written as it is, and replaces the title', () => {
  const view = { html: '<h1>$& %</h1>', title: 'Tea &amp; $1', links: '<link rel="preload">', isShell: false }
  const html = fillPage(PAGE, { settings }, view)
  expect(html).toContain(`<div id="root" data-still>${view.html}</div>`)
  expect(html).toContain(`<title>${view.title}</title>`)
  expect(html).toContain(`${view.links}</head>`)
  expect(fillPage(PAGE, { settings }, { ...view, isShell: true })).toContain('data-still data-shell>')
})
