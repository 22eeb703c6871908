import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

import { isNote, type Texts } from '#shared/lib/language/catalogue.ts'
import type { Forms, Piece } from '#shared/lib/language/format.ts'
import { parse as parseText } from '#shared/lib/language/parse.ts'

const ROOT = join(import.meta.dirname, '../..')
const NOT_THE_PRODUCT =
  /\.test\.tsx?$|^client\/e2e\/|^server\/(testing|bench|tools|store\/(contract|sqlite\/test))/

export interface Found {
  text: string
  /** `file:line` */
  at: string
}

export type Node = { type: string; start: number } & Record<string, unknown>

/** The product's own source, without tests and lint rules. */
export const sources = () =>
  globSync('{client,server,shared}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !NOT_THE_PRODUCT.test(file))
    .toSorted()

export function parse(file: string) {
  const code = readFileSync(join(ROOT, file), 'utf8')
  return { code, ast: parseCode(code, file.endsWith('x') ? 'tsx' : 'ts') }
}

export const parseCode = (code: string, lang: 'ts' | 'tsx') => parseAst(code, { lang }) as unknown as Node

/** Attributes and properties whose values are for machines. */
const CODE_KEYS = new Set(['className', 'key', 'id', 'href', 'to', 'd', 'type', 'role', 'pattern', 'viewBox'])

/** Texts that people can read: JSX texts, and strings and templates that look like prose. */
export function textsOf(file: string): Found[] {
  const { code, ast } = parse(file)
  const found: Found[] = []
  const add = (text: string, { start }: Node) => {
    const line = code.slice(0, start).split('\n').length
    const normalised = text.replaceAll(/\s+/g, ' ').trim()
    if (normalised) found.push({ text: normalised, at: `${file}:${line}` })
  }
  visit(ast, (node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const text = textInside(node)
      if (text) add(text, node)
    }
    if (node.type === 'Literal' && typeof node['value'] === 'string' && isProse(node['value'])) {
      add(node['value'], node)
    }
    if (node.type === 'TemplateLiteral') {
      const text = templateText(node)
      if (isProse(text)) add(text, node)
    }
    return !isCode(node)
  })
  return found
}

/** The English texts of the catalogues, and each form of those with several. An ellipsis stands for a value. */
export const catalogueTexts = (): Found[] =>
  catalogues().flatMap(({ pieces, at }) => formsOf(pieces).map((text) => ({ text, at })))

const catalogues = () =>
  globSync('shared/*/messages/en.json', { cwd: ROOT })
    .toSorted()
    .flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Texts)
        .filter(([name]) => !isNote(name))
        .map(([name, text]) => ({ pieces: parseText(text), at: `${file}:${name}` })),
    )

/** Fragments of the texts of the catalogues: a value or a tag ends one. */
export const catalogueFragments = () => catalogues().flatMap(({ pieces }) => fragmentsIn(pieces))

const fragmentsIn = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [piece.trim()]
    const [, inside] = piece
    if (typeof inside !== 'object') return []
    return Array.isArray(inside)
      ? fragmentsIn(inside as readonly Piece[])
      : Object.values(inside as Forms).flatMap(fragmentsIn)
  })

function formsOf(pieces: readonly Piece[]): string[] {
  const forms: string[] = []
  const text = pieces.map((piece): string => {
    if (typeof piece === 'string') return piece
    const [, inside] = piece
    if (Array.isArray(inside)) {
      const [content = '', ...others] = formsOf(inside as readonly Piece[])
      forms.push(...others)
      return content
    }
    if (typeof inside === 'object') forms.push(...Object.values(inside as Forms).flatMap(formsOf))
    return '…'
  })
  return [text.join('').replaceAll(/\s+/g, ' ').trim(), ...forms]
}

/** Fragments of texts, as they are written: a value or an element ends one. */
export function fragmentsOf(file: string): string[] {
  const found: string[] = []
  visit(parse(file).ast, (node) => {
    const text =
      node.type === 'TemplateElement'
        ? (node['value'] as { cooked?: string }).cooked
        : node.type === 'JSXText' || node.type === 'Literal'
          ? node['value']
          : undefined
    if (typeof text === 'string') found.push(text.replaceAll(/\s+/g, ' ').trim())
    return !isCode(node)
  })
  return found
}

/** Names that the file declares or uses, and the file's own. */
export function namesOf(file: string): Found[] {
  const name = { text: file.split('/').at(-1) ?? '', at: file }
  const folder = { text: file.split('/').at(-2) ?? '', at: file }
  if (!/\.tsx?$/.test(file)) return [name, folder]
  const { code, ast } = parse(file)
  const seen = new Map<string, Found>()
  visit(ast, (node) => {
    const text = node['name']
    if (node.type.endsWith('Identifier') && typeof text === 'string' && !seen.has(text)) {
      seen.set(text, { text, at: `${file}:${code.slice(0, node.start).split('\n').length}` })
    }
    return node.type !== 'ImportDeclaration'
  })
  return [name, folder, ...seen.values()]
}

/** The regular expressions that the file writes as literals. */
export function expressionsOf(file: string): (Found & { expression: RegExp })[] {
  const { code, ast } = parse(file)
  const found: (Found & { expression: RegExp })[] = []
  visit(ast, (node) => {
    const { pattern, flags } = (node['regex'] ?? {}) as { pattern?: string; flags?: string }
    if (pattern !== undefined)
      found.push({
        text: pattern,
        at: `${file}:${code.slice(0, node.start).split('\n').length}`,
        expression: new RegExp(pattern, flags),
      })
    return true
  })
  return found
}

const isProse = (text: string) =>
  /[a-z’'] [a-z0-9“‘'"…]/i.test(text) || /^[A-Z][a-z]+[.?!…]?$/.test(text.trim())

function isCode(node: Node) {
  if (/^(Import|TSImport|TSLiteral|Export(All|Named))/.test(node.type))
    return node.type !== 'ExportNamedDeclaration'
  if (node.type === 'JSXAttribute') return CODE_KEYS.has(String((node['name'] as Node)['name']))
  if (node.type === 'Property') return CODE_KEYS.has(String((node['key'] as Node)['name']))
  return false
}

const childrenOf = (node: Node) => (node['children'] as Node[] | undefined) ?? []

/** Elements and values may interrupt a sentence. */
function textInside(node: Node): string {
  return childrenOf(node)
    .map((child) => {
      if (child.type === 'JSXText') return String(child['value'])
      if (child.type === 'JSXElement' || child.type === 'JSXFragment') return textInside(child)
      const inner = child['expression'] as Node | undefined
      return inner?.type === 'Literal' && typeof inner['value'] === 'string' ? inner['value'] : ' … '
    })
    .join('')
    .replaceAll(/[\s…]+/g, (space) => (space.includes('…') ? ' … ' : ' '))
}

const templateText = (node: Node) =>
  (node['quasis'] as { value: { cooked?: string } }[]).map(({ value }) => value.cooked ?? '').join('…')

/** @param enter whether to visit the children of the node */
export function visit(node: Node, enter: (node: Node) => boolean) {
  if (!enter(node)) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, enter)
    }
  }
}
