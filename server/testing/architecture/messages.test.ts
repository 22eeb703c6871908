import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { isNote, type Texts } from '#shared/lib/language/catalogue.ts'
import type { Forms, Piece } from '#shared/lib/language/format.ts'
import { localeOf } from '#shared/lib/language/current.ts'
import { isLanguage, type Language, LANGUAGES } from '#shared/lib/language/languages.ts'
import { parse } from '#shared/lib/language/parse.ts'
import { placeholdersOf } from '#shared/lib/language/placeholders.ts'
import { messageModules } from '#server/tasks/generators/messages.ts'

const ROOT = join(import.meta.dirname, '../../..')

const textsOf = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Texts
const namesIn = (texts: Texts) => Object.keys(texts).filter((name) => !isNote(name))

const catalogues = globSync('shared/*/messages/*.json', { cwd: ROOT }).map((file) => ({
  file,
  language: basename(file, '.json') as Language,
  texts: textsOf(file),
  english: textsOf(join(dirname(file), 'en.json')),
}))

test('the functions of messages are those of the catalogues', () => {
  const written = Object.keys(messageModules()).map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])
  expect(Object.fromEntries(written), 'Run npm run messages.').toEqual(messageModules())
})

test.each(catalogues)(
  '$file has the texts of the English catalogue, with the same placeholders',
  ({ language, texts, english }) => {
    expect(isLanguage(language)).toBe(true)
    const { complete } = LANGUAGES[language]
    // A language in the making shows the others in English.
    expect(namesIn(texts)).toEqual(namesIn(english).filter((name) => complete || name in texts))
    for (const name of namesIn(texts))
      expect([name, placeholdersOf(parse(texts[name]!))]).toEqual([
        name,
        placeholdersOf(parse(english[name]!)),
      ])
  },
)

test.each(catalogues)('$file has the plural forms of its language, and no others', ({ language, texts }) => {
  const expected = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories.toSorted()
  for (const name of namesIn(texts)) {
    for (const forms of pluralsIn(parse(texts[name]!))) {
      const named = Object.keys(forms).filter((form) => !form.startsWith('='))
      // One form for all numbers is complete too.
      expect([name, ...named.toSorted()]).toEqual([name, ...(named.length > 1 ? expected : ['other'])])
    }
  }
})

test.each(catalogues)('$file has remarks only on texts that exist', ({ texts }) => {
  const remarks = Object.keys(texts).filter(isNote)
  expect(remarks.filter((remark) => !(remark.slice(1) in texts))).toEqual([])
})

function pluralsIn(pieces: readonly Piece[]): Forms[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return []
    const [, inside, isPlural] = piece
    if (inside === undefined || inside === '#') return []
    if (Array.isArray(inside)) return pluralsIn(inside as readonly Piece[])
    const forms = inside as Forms
    return [...(isPlural ? [forms] : []), ...Object.values(forms).flatMap(pluralsIn)]
  })
}
