import type { PageData, RenderedPage } from '#shared/programme/pages.ts'
import { escapeHtml, jsonForHtml } from '#server/lib/text/html.ts'

import { withLanguageForm } from './language-form.ts'

const SETTINGS = /<script type="application\/json" id="settings">[^<]*<\/script>/
const ROOT = '<div id="root">'

interface FirstView extends RenderedPage {
  /** Whether it is the members' shell. */
  isShell: boolean
}

/**
 * Puts data, the product's name and the first view into the built page, escaped for their context. The app starts from
 * the same data (`pageData` in `client/lib/settings.ts`).
 */
export function fillPage(template: string, data: PageData, view?: FirstView): string {
  const { PRODUCT_NAME, PRODUCT_SLUG, LANGUAGES } = data.settings
  const name = escapeHtml(PRODUCT_NAME)
  const named = template
    .replaceAll('%PRODUCT_NAME%', () => name)
    .replaceAll('%PRODUCT_SLUG%', () => PRODUCT_SLUG)
  if (!SETTINGS.test(named)) throw new Error('index.html has no place for the settings.')
  const blocks = Object.entries(data)
    .map(([id, each]) => `<script type="application/json" id="${id}">${jsonForHtml(each)}</script>`)
    .join('')
  return withLanguageForm(
    withView(
      named.replace(SETTINGS, () => blocks),
      view,
    ),
    LANGUAGES,
  )
}

function withView(html: string, view: FirstView | undefined) {
  if (!view) return html
  const { title, links, isShell } = view
  const titled = title === undefined ? html : html.replace(/<title>[^<]*/, () => `<title>${title}`)
  const root = `<div id="root" data-still${isShell ? ' data-shell' : ''}>${view.html}`
  return atEndOfHead(titled, links).replace(ROOT, () => root)
}

export const atEndOfHead = (html: string, tags: string) => html.replace('</head>', () => `${tags}</head>`)
