import { parseSync } from 'vite'

/** Lines start at 1 and columns at 0, as in source maps. */
export type NamedFunction = readonly [
  name: string,
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
]

export interface SourceMap {
  sources: readonly string[]
  sourcesContent: readonly (string | null)[]
}

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const SCRIPT = /\.[jt]sx?$/
const DEPENDENCY = /(?:^|\/)node_modules\//
/** Nodes that contain an expression without affecting its name. */
const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ParenthesizedExpression',
])

/**
 * Adds `x_functions` to a source map: the named functions of each source of ours, each after those around it. The
 * format maps a position to the source, but not to a function, and minifying removes the names.
 */
export const withFunctionNames = <T extends SourceMap>(map: T) => ({
  ...map,
  x_functions: map.sources.map((source, index) => {
    const text = map.sourcesContent[index]
    return text && SCRIPT.test(source) && !DEPENDENCY.test(source) ? namedFunctions(source, text) : null
  }),
})

export function namedFunctions(fileName: string, text: string): NamedFunction[] {
  const found: NamedFunction[] = []
  const positionOf = createPositions(text)

  /** @param name the surrounding code's name for the value of this node */
  function visit(node: Node, name?: string, className?: string) {
    if (/^(?:Function|Arrow)/.test(node.type)) {
      const ownName = nameOf(node['id']) ?? name
      if (ownName) found.push([ownName, ...positionOf(node.start), ...positionOf(node.end)])
      return visitParts(node)
    }
    const key = nameOf(node['key'])
    switch (node.type) {
      case 'VariableDeclarator':
        return visitParts(node, { init: nameOf(node['id']) })
      case 'AssignmentExpression':
      case 'AssignmentPattern':
        return visitParts(node, { right: nameOf(node['left']) })
      case 'Property':
        return visitParts(node, { value: key })
      case 'MethodDefinition':
      case 'PropertyDefinition':
        return visitParts(node, { value: className && key ? `${className}.${key}` : key })
      case 'ClassDeclaration':
      case 'ClassExpression':
        return visitParts(node, {}, nameOf(node['id']) ?? name)
      case 'ClassBody':
        return visitParts(node, {}, className)
      // `memo(…)`, `useCallback(…)`: the result takes the name of the argument.
      case 'CallExpression':
        return visitParts(node, isIdentifier(node['callee']) ? { arguments: name } : {})
      default:
        return visitParts(node, WRAPPERS.has(node.type) ? { expression: name } : {})
    }
  }

  function visitParts(
    node: Node,
    names: Readonly<Record<string, string | undefined>> = {},
    className?: string,
  ) {
    for (const [part, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child, names[part], className)
      }
    }
  }

  visit(parseSync(fileName, text).program as unknown as Node)
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isIdentifier = (value: unknown) => isNode(value) && value.type === 'Identifier'

/** The name of an identifier, a text as a key, or the last part of `a.b`. */
function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  const { type, name, value: text, property } = value
  if (type === 'MemberExpression') return nameOf(property)
  const found = type === 'Literal' ? text : name
  return typeof found === 'string' ? found : undefined
}

function createPositions(text: string) {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset: number): [line: number, column: number] => {
    const after = lineStarts.findIndex((start) => start > offset)
    const line = after < 0 ? lineStarts.length : after
    return [line, offset - (lineStarts[line - 1] ?? 0)]
  }
}
