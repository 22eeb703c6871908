import type { Heading, Image, Link, Nodes, RootContent } from 'mdast'

import { safeHref } from './safe-href.ts'

/** Attributes use the names of the DOM, which React and HTML both accept. */
export interface MarkdownElement {
  tag: string
  attributes?: Readonly<Record<string, string | number>>
  children: readonly MarkdownNode[]
}
/** A string is text that has to be escaped. */
export type MarkdownNode = string | MarkdownElement

interface Place {
  levels: ReadonlyMap<Heading, number>
  depth: number
  /** Renders links and pictures in texts of our own; undefined leaves one to the rules for texts of members. */
  own?: (node: Link | Image, children: readonly MarkdownNode[]) => MarkdownElement | undefined
}

/** Deeper than people nest, but not so deep that rendering overflows the stack. */
const DEEPEST = 24

export const elementsOf = (nodes: readonly RootContent[], place: Place): MarkdownNode[] =>
  nodes.flatMap((node) => elementOf(node, place))

/** Only the kinds listed here become elements, with only these attributes: everything else stays text. */
function elementOf(node: RootContent, place: Place): MarkdownNode | readonly MarkdownNode[] {
  const inside = () =>
    'children' in node && place.depth < DEEPEST
      ? elementsOf(node.children, { ...place, depth: place.depth + 1 })
      : []
  const around = (tag: string, attributes?: MarkdownElement['attributes']): MarkdownElement => ({
    tag,
    attributes,
    children: inside(),
  })
  switch (node.type) {
    case 'text':
      return node.value
    // Raw HTML is shown as typed.
    case 'html':
      return place.depth === 0 ? { tag: 'p', children: [node.value] } : node.value
    case 'paragraph':
      return around('p')
    case 'heading':
      return around(`h${place.levels.get(node)}`)
    case 'emphasis':
      return around('em')
    case 'strong':
      return around('strong')
    case 'blockquote':
      return around('blockquote')
    case 'list':
      return node.ordered ? around('ol', { start: node.start ?? 1 }) : around('ul')
    case 'listItem':
      return around('li')
    case 'link':
      return place.own?.(node, inside()) ?? linkTo(node.url, inside())
    // Loading it would reveal the reader to its host.
    case 'image':
      return place.own?.(node, []) ?? linkTo(node.url, [node.alt || node.url])
    case 'inlineCode':
      return { tag: 'code', children: [node.value] }
    case 'code':
      return codeBlock(node.value)
    case 'break':
      return { tag: 'br', children: [] }
    case 'thematicBreak':
      return { tag: 'hr', children: [] }
    default:
      return 'children' in node ? inside() : textOf(node)
  }
}

const textOf = (node: Nodes) => ('alt' in node && node.alt ? node.alt : [])

/** Focusable, so that wide code can be scrolled with the keyboard. */
const codeBlock = (code: string): MarkdownElement => ({
  tag: 'pre',
  attributes: { tabIndex: 0 },
  children: [{ tag: 'code', children: [code] }],
})

function linkTo(address: string, children: readonly MarkdownNode[]) {
  const href = safeHref(address)
  return href ? { tag: 'a', attributes: { href, rel: 'noreferrer nofollow ugc' }, children } : children
}
