import type { ClientSettings } from '#shared/lib/client-settings.ts'
import { escapeHtml, jsonForHtml } from '#server/lib/text/html.ts'

import { withLanguageForm } from './language-form.ts'

const SETTINGS = /(<script type="application\/json" id="settings">)[^<]*/

/** Puts the settings and the product's name into the built page, escaped for their context. */
export function fillPage(template: string, settings: ClientSettings): string {
  const name = escapeHtml(settings.PRODUCT_NAME)
  const filled = template
    .replaceAll('%PRODUCT_NAME%', () => name)
    .replaceAll('%PRODUCT_SLUG%', settings.PRODUCT_SLUG)
  if (!SETTINGS.test(filled)) throw new Error('index.html has no place for the settings.')
  const offered = settings.SIGN_IN_CODES ? filled : withoutCodeButtons(filled)
  return withLanguageForm(withSettings(offered, settings), settings.LANGUAGES)
}

/** The build wrote them (`client/modules/accounts/sign-in/CodeOption.tsx`). */
function withoutCodeButtons(html: string): string {
  const at = html.indexOf(' data-sign-in-code')
  if (at === -1) return html
  const end = html.indexOf(BUTTON_END, at) + BUTTON_END.length
  return html.slice(0, html.lastIndexOf('<button', at)) + withoutCodeButtons(html.slice(end))
}

const BUTTON_END = '</button>'

/** The page with other settings. */
export const withSettings = (html: string, settings: ClientSettings) =>
  html.replace(SETTINGS, (_, tag: string) => tag + jsonForHtml(settings))

/** The page with an additional data block for the app (`pageData` in `client/lib/settings.ts`). */
export const withData = (html: string, id: string, data: unknown) =>
  atEndOfHead(html, `<script type="application/json" id="${id}">${jsonForHtml(data)}</script>`)

export const atEndOfHead = (html: string, tag: string) => html.replace('</head>', () => `${tag}</head>`)
