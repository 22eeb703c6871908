import { type Node, visit } from './source-texts.ts'

export interface TestTitle {
  /** Literal title, with its placeholders. */
  title: string
  /** Whether it, or a group around it, is left out always or under a condition. */
  skipped: boolean
}

const TEST = new Set(['test', 'it'])
const SKIPPING = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails'])

/** The tests of a file whose titles are constants. */
export function testTitlesIn(ast: Node): TestTitle[] {
  const found: TestTitle[] = []
  const collect = (node: Node, inSkipped: boolean) =>
    visit(node, (inner) => {
      const [name = '', ...modifiers] =
        inner.type === 'CallExpression' ? chainOf(inner['callee'] as Node) : []
      if (name !== 'describe' && !TEST.has(name)) return true
      const [first, ...rest] = inner['arguments'] as Node[]
      const title = first && textOf(first)
      if (title === undefined) return true
      const skipped = inSkipped || modifiers.some((modifier) => SKIPPING.has(modifier))
      if (TEST.has(name)) found.push({ title, skipped })
      else for (const child of rest) collect(child, skipped)
      return false
    })
  collect(ast, false)
  return found
}

/** `describe.skipIf(onFirestore)` is `['describe', 'skipIf']`. */
function chainOf(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node['name'])]
  if (node.type === 'CallExpression') return chainOf(node['callee'] as Node)
  if (node.type === 'MemberExpression')
    return [...chainOf(node['object'] as Node), ...chainOf(node['property'] as Node)]
  return []
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const quasis = node.type === 'TemplateLiteral' ? (node['quasis'] as { value: { cooked?: string } }[]) : []
  return quasis.length === 1 ? quasis[0]!.value.cooked : undefined
}
