/**
 * `npm run messages` writes `shared/<module>/messages.ts`: a typed function for each text of the module's catalogue. It
 * removes texts from other languages that English no longer has, sorts them as in English, and lists those that are missing.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { isNote, type Texts } from '#shared/lib/language/catalogue.ts'
import { placeholdersOf } from '#shared/lib/language/placeholders.ts'
import { parse } from '#shared/lib/language/parse.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Content by file, relative to the root of the project. */
export const messageModules = (): Record<string, string> =>
  Object.fromEntries(
    globSync('shared/*/messages/en.json', { cwd: ROOT })
      .toSorted()
      .map((english) => [`${dirname(english)}.ts`, moduleOf(dirname(english))]),
  )

/** @param folder of the catalogues, one for each language */
function moduleOf(folder: string) {
  const languages = globSync('*.json', { cwd: join(ROOT, folder) })
    .map((file) => basename(file, '.json'))
    .toSorted()
  const texts = textsOf(join(folder, 'en.json'))
  const names = namesIn(texts)
  const functions = names.map((name) => functionOf(name, texts[name]!))
  const isRich = functions.some((text) => text.includes('<N>'))
  const usesTag = functions.some((text) => text.includes('Tag<N>'))
  return [
    '/** Written by `npm run messages` from the catalogues in `messages`. */',
    `import { catalogue } from '#shared/lib/language/catalogue.ts'`,
    ...(usesTag ? [`import type { Tag } from '#shared/lib/language/format.ts'`] : []),
    '',
    ...languages.map((tag) => `import ${variable(tag)} from './messages/${tag}.json' with { type: 'json' }`),
    '',
    `const { text${isRich ? ', rich' : ''} } = catalogue({ ${languages.map(variable).join(', ')} })`,
    '',
    ...functions,
    '',
  ].join('\n')
}

function functionOf(name: string, text: string) {
  const placeholders = Object.entries(placeholdersOf(parse(text)))
  if (placeholders.length === 0) return `export const ${name} = () => text('${name}')`
  const types = placeholders.map(([placeholder, kind]) => `${placeholder}: ${TYPES[kind]}`).join('; ')
  const isRich = placeholders.some(([, kind]) => kind === 'text' || kind === 'tag')
  return isRich
    ? `export const ${name} = <N = never>(values: { ${types} }) => rich<N>('${name}', values)`
    : `export const ${name} = (values: { ${types} }) => text('${name}', values)`
}

const TYPES = { text: 'string | N', number: 'number', choice: 'string', tag: 'Tag<N>' }

const textsOf = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Texts
const namesIn = (texts: Texts) => Object.keys(texts).filter((name) => !isNote(name))
const variable = (tag: string) => tag.replace('-', '')

/** Texts of another language by their names in English, and the names that it lacks. */
function translation(file: string) {
  const texts = textsOf(file)
  const names = namesIn(textsOf(join(dirname(file), 'en.json')))
  const known = names.filter((name) => name in texts)
  return {
    texts: Object.fromEntries(known.map((name) => [name, texts[name]])),
    missing: names.filter((name) => !(name in texts)),
  }
}

const MAX_LISTED = 20
const listed = (names: readonly string[]) =>
  names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ' …' : '')

if (import.meta.main) {
  for (const [file, content] of Object.entries(messageModules())) writeFileSync(join(ROOT, file), content)
  for (const file of globSync('shared/*/messages/!(en).json', { cwd: ROOT }).toSorted()) {
    const { texts, missing } = translation(file)
    writeFileSync(join(ROOT, file), `${JSON.stringify(texts, null, 2)}\n`)
    if (missing.length > 0) console.log(`${file} lacks ${missing.length} texts: ${listed(missing)}`)
  }
}
