import { hash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

import { type Catalogues, isNote, piecesOf, type Texts } from '#shared/lib/language/catalogue.ts'
import { format, type Piece } from '#shared/lib/language/format.ts'
import { isLanguage, type Language, LANGUAGES } from '#shared/lib/language/languages.ts'

/** The language of this build. */
export function languageOfBuild(): Language {
  const tag = process.env['BUILD_LANGUAGE'] || 'en'
  if (!isLanguage(tag))
    throw new Error(`BUILD_LANGUAGE: ${tag} is none of ${Object.keys(LANGUAGES).join(', ')}`)
  return tag
}

const MODULE = /[\\/]shared[\\/](\w+)[\\/]messages\.ts$/
const TEXT = '\0text:'
const shared = fileURLToPath(new URL('../../shared', import.meta.url))

/**
 * Replaces the functions of `shared/<module>/messages.ts` by those of one language. Each is a module, so that it is
 * loaded with the screens that use it, and each file that uses it has its own: two screens with the same word would
 * otherwise share a script with nothing else in it.
 */
export function messages(language: Language): Plugin {
  const users = new Map<string, string>()
  return {
    name: 'messages',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: [/messages\.ts$/, new RegExp(`^${TEXT}`)] },
      async handler(source, importer = '', options) {
        if (source.startsWith(TEXT)) return source
        const found = await this.resolve(source, importer, { ...options, skipSelf: true })
        const [, module] = MODULE.exec(found?.id ?? '') ?? []
        if (!module) return found
        const user = hash('sha256', importer).slice(0, 12)
        users.set(user, importer)
        return `${TEXT}${module}/${user}`
      },
    },
    load: {
      filter: { id: new RegExp(`^${TEXT}`) },
      async handler(id) {
        const [module = '', user = '', name] = id.slice(TEXT.length).split('/')
        const catalogues = await cataloguesOf(module)
        const code =
          name === undefined
            ? (await namesIn(users.get(user)!, catalogues))
                .map(
                  (each) => `export { ${each} } from ${JSON.stringify(`${TEXT}${module}/${user}/${each}`)}`,
                )
                .join('\n')
            : functionOf(name, piecesOf(catalogues, language, name))
        return { code, moduleSideEffects: false }
      },
    },
  }
}

/** Writes the texts that pages of HTML name, such as `{{app.offlineTitle}}`. */
export const pageTexts = (language: Language): Plugin => ({
  name: 'page-texts',
  transformIndexHtml: { order: 'pre', handler: (html) => pageIn(language, html) },
})

/** The page with its texts, and with the language that it is in. */
export async function pageIn(language: Language, html: string) {
  const names = [...html.matchAll(NAMED)]
  const texts = await Promise.all(
    names.map(async ([, module = '', name = '']) => {
      const pieces = piecesOf(await cataloguesOf(module), language, name)
      return format<string>(pieces, { product: '%PRODUCT_NAME%' })
    }),
  )
  return html
    .replace(NAMED, () => texts.shift()!)
    .replace('<html lang="en"', () => `<html lang="${language}" dir="${LANGUAGES[language].dir}"`)
}

const NAMED = /\{\{(\w+)\.(\w+)\}\}/g

function functionOf(name: string, pieces: readonly Piece[]) {
  if (pieces.every((piece) => typeof piece === 'string'))
    return `export const ${name} = () => ${JSON.stringify(pieces.join(''))}`
  return `import { format } from ${JSON.stringify(join(shared, 'lib/language/format.ts'))}
export const ${name} = (values) => format(${JSON.stringify(pieces)}, values)`
}

/** Names of texts that a file may use. Hundreds of files times all texts would be too many modules. */
async function namesIn(file: string, { en }: Catalogues) {
  const words = new Set((await readFile(file.replace(/\?.*/, ''), 'utf8')).match(/\w+/g))
  return Object.keys(en).filter((name) => !isNote(name) && words.has(name))
}

const known = new Map<string, Promise<Catalogues>>()

function cataloguesOf(module: string) {
  const catalogues = known.get(module) ?? readCatalogues(module)
  known.set(module, catalogues)
  return catalogues
}

async function readCatalogues(module: string) {
  const folder = join(shared, module, 'messages')
  const files = globSync('*.json', { cwd: folder })
  const catalogues = await Promise.all(
    files.map(async (file) => [
      basename(file, '.json'),
      JSON.parse(await readFile(join(folder, file), 'utf8')) as Texts,
    ]),
  )
  return Object.fromEntries(catalogues) as Catalogues
}
