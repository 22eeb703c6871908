import type { ClientSettings } from '#shared/client-settings.ts'
import { escapeHtml, jsonForHtml } from '#server/lib/html.ts'

const SETTINGS = /(<script type="application\/json" id="settings">)[^<]*/

/** Puts the settings and the product's name into the built page; neither can break out of its place. */
export function fillPage(template: string, settings: ClientSettings): string {
  const name = escapeHtml(settings.PRODUCT_NAME)
  const filled = template
    .replaceAll('%PRODUCT_NAME%', () => name)
    .replaceAll('%PRODUCT_SLUG%', settings.PRODUCT_SLUG)
  if (!SETTINGS.test(filled)) throw new Error('index.html has no place for the settings.')
  return withSettings(filled, settings)
}

/** The page with other settings. */
export const withSettings = (html: string, settings: ClientSettings) =>
  html.replace(SETTINGS, (_, tag: string) => tag + jsonForHtml(settings))

/** The page with a data block of its own for the app (`pageData` in `client/lib/settings.ts`). */
export const withData = (html: string, id: string, data: unknown) =>
  atEndOfHead(html, `<script type="application/json" id="${id}">${jsonForHtml(data)}</script>`)

export const atEndOfHead = (html: string, tag: string) => html.replace('</head>', () => `${tag}</head>`)
