/** A rule of the prose plugin: modules whose texts have moved to catalogues contain no words for people. */

interface Node {
  type: string
  parent?: Node
  value?: unknown
  name?: Node | string
  key?: Node
  computed?: boolean
  callee?: Node
  object?: Node
  property?: Node
  operator?: string
}
interface Context {
  report(diagnostic: { message: string; node: Node }): void
}

/** A capitalised word, or two words beside each other. */
const WORDS = /(?<![\p{L}\d_/.:#-])\p{Lu}\p{Ll}+(?![\p{L}\d_:-])|\p{Ll}{2,},? \p{Ll}{2,}/u

/** Stored values that look like words. */
const STORED = new Set([
  'Member',
  'Bronze',
  'Silver',
  'Gold',
  'Chrome',
  'Edge',
  'Firefox',
  'Opera',
  'Safari',
  'Samsung Internet',
  'Other',
  'Failure',
  'route error',
  // A key of notifications.
  '{} of series',
])

/** A pseudo-class, as in `li:last-of-type input`, a header field for caches, or a time zone. */
const CODE = /:(?:is|not)\(|\w:\w+(?:-\w+)+|^(?:private|public|accept-encoding), |^\p{Lu}\w+\/\p{Lu}\w+$/u

/** Tags of HTML. */
const MARKUP = /<[^<>]*>/g

const isForPeople = (text: string) =>
  WORDS.test(text.replaceAll(MARKUP, '')) && !STORED.has(text) && !CODE.test(text)

/** Attributes of JSX that are never shown or read out. */
const TECHNICAL =
  /^(?:aria-keyshortcuts|autoComplete|preserve\w+|class\w*|d|href|id|key|name|rel|role|src|style|target|to|tone|transform|type|value|variant|viewBox|data-.*)$/

/** Places of a literal in which it is code. */
function isCode(node: Node): boolean {
  const { parent } = node
  if (!parent) return false
  switch (parent.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSLiteralType':
    case 'SwitchCase':
    case 'TaggedTemplateExpression':
      return true
    case 'BinaryExpression':
      return isComparison(parent)
    case 'Property':
      return parent.key === node || isHeader(parent) || isApiText(parent) || isTechnical(parent)
    case 'MemberExpression':
      return parent.computed === true
    case 'CallExpression':
      return isForDevelopers(parent.callee)
    case 'NewExpression':
      return /(?:Error|Exceeded)$/.test(nameOf(parent.callee))
    case 'JSXAttribute':
      return TECHNICAL.test(nameOf(parent.name))
    default:
      return false
  }
}

function nameOf(node: Node | string | undefined): string {
  return typeof node === 'object' ? nameOf(node.name) : (node ?? '')
}

/** A field of an HTTP message, such as `cache-control`. */
const isHeader = ({ key }: Node) => typeof key?.value === 'string' && /\w-\w/.test(key.value)

/** The summary of a route, whose key is its method and path, and the description of a type. */
function isApiText({ key, parent: object }: Node) {
  const place = object?.parent
  if (nameOf(key) === 'summary')
    return nameOf(place?.key) === 'schema' || /^[A-Z]+ \//.test(String(place?.key?.value))
  return nameOf(key) === 'description' && nameOf(place?.callee?.object) === 'Type'
}

/** Entries of the log, and ids of documents. */
const isForDevelopers = (callee: Node | undefined) =>
  ['joinedId', 'lazyPart'].includes(nameOf(callee)) ||
  (/^log(?:ger)?$/.test(nameOf(callee?.object) || nameOf(callee?.object?.property)) &&
    /^(?:debug|info|warn|error|fatal)$/.test(nameOf(callee?.property)))

/**
 * The type of an entry in the error log, or of an item in linked data, or the reason why personal data is not exported
 * or deleted with an account.
 */
const isTechnical = ({ key }: Node) =>
  ['type', '@type', 'exportOf', 'forget'].includes(nameOf(key) || String(key?.value))

/** A sum of texts is a text. */
const isComparison = ({ operator }: Node) => operator !== '+'

export const untranslated = {
  create(context: Context) {
    const check = (node: Node, text: unknown) => {
      if (typeof text !== 'string') return
      const isShown = node.type === 'JSXText' ? /\p{L}{2,}/u.test(text) : isForPeople(text)
      if (isShown && !isCode(node))
        context.report({ message: `“${text.trim()}” belongs in a catalogue (docs/languages.md).`, node })
    }
    return {
      Literal: (node: Node) => check(node, node.value),
      JSXText: (node: Node) => check(node, node.value),
      TemplateLiteral(node: Node & { quasis: readonly { value: { raw: string } }[] }) {
        check(node, node.quasis.map(({ value }) => value.raw).join('{}'))
      },
    }
  },
}
