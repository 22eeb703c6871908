import * as m from '#shared/accounts/messages.ts'
import { language } from '#shared/lib/language/current.ts'
import { escapeHtml } from '#server/lib/text/html.ts'

/**
 * The page with a choice of languages below the app, for visitors. A plain form: it works before and without scripts,
 * and no screen loads more for it. Members choose in their settings.
 * @param names by tag; undefined without a choice
 */
export function withLanguageForm(html: string, names: Readonly<Record<string, string>> | undefined) {
  if (!names) return html
  const buttons = Object.entries(names).map(
    ([tag, name]) =>
      `<button name="language" value="${tag}" lang="${tag}"${tag === language() ? ' aria-current="true"' : ''}>${escapeHtml(name)}</button>`,
  )
  const form = `<form method="post" action="/language" aria-label="${escapeHtml(m.language())}" data-for="visitor">${buttons.join('')}</form>`
  return html.replace('</body>', () => `${form}</body>`)
}
