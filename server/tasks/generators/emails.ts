/** `npm run emails` writes every email with sample data to a folder for each language, for review. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { LANGUAGES } from '#shared/lib/language/languages.ts'
import { keysOf } from '#shared/lib/records.ts'
import { sampleEmails } from '#server/tools/sample-emails.ts'
import { escapeHtml } from '#server/lib/text/html.ts'
import { messageText } from '#server/mail/message-text.ts'

const FOLDER = join(import.meta.dirname, '../../../dist/emails')
const FROM = { name: 'Guildhall', address: 'hello@guildhall.example' }

const byLanguage = await Promise.all(
  keysOf(LANGUAGES).map(async (language) =>
    (await sampleEmails({ language })).map(({ name, message }) => ({ name: `${language}/${name}`, message })),
  ),
)
const all = byLanguage.flat()
for (const language of keysOf(LANGUAGES)) await mkdir(join(FOLDER, language), { recursive: true })
for (const { name, message } of all) {
  await writeFile(join(FOLDER, `${name}.html`), message.html)
  await writeFile(join(FOLDER, `${name}.txt`), message.text)
  await writeFile(join(FOLDER, `${name}.eml`), await messageText(message, FROM, new Date()))
}
const items = all.map(
  ({ name, message }) =>
    `<li lang="${name.split('/')[0]}"><a href="${name}.html">${escapeHtml(message.subject)}</a> · <a href="${name}.txt">text</a> · <a href="${name}.eml">message</a></li>`,
)
const index = join(FOLDER, 'index.html')
await writeFile(
  index,
  `<!doctype html><meta charset="utf-8"><title>Emails</title><ul>${items.join('\n')}</ul>\n`,
)
console.log(`${all.length} emails: ${index}`)
