import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseAst } from 'vite'

const ROOT = join(import.meta.dirname, '../../..')
const NOT_THE_PRODUCT = /\.test\.tsx?$|^client\/e2e\/|^server\/(testing|bench|store\/(contract|sqlite-test))/

export interface Found {
  text: string
  /** `file:line` */
  at: string
}

type Node = { type: string; start: number } & Record<string, unknown>

/** The product's own source, without tests. */
export const sources = () =>
  globSync('{client,server,shared}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !NOT_THE_PRODUCT.test(file))
    .toSorted()

function parse(file: string) {
  const code = readFileSync(join(ROOT, file), 'utf8')
  return { code, ast: parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node }
}

/** Attributes and properties whose values are for machines. */
const CODE_KEYS = new Set(['className', 'key', 'id', 'href', 'to', 'd', 'type', 'role', 'pattern', 'viewBox'])

/** What people can read: JSX texts, and strings and templates with the look of prose. */
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

/** A sentence may be broken up by elements and values in it. */
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
function visit(node: Node, enter: (node: Node) => boolean) {
  if (!enter(node)) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, enter)
    }
  }
}
