import type { Heading, Nodes, RootContent } from 'mdast'
import { createElement, Fragment, type ReactNode } from 'react'

import { safeHref } from './safe-href.ts'

interface Place {
  levels: ReadonlyMap<Heading, number>
  depth: number
}

/** Deeper than people nest, and not so deep that rendering runs out of stack. */
const DEEPEST = 24

export const renderNodes = (nodes: readonly RootContent[], place: Place): ReactNode =>
  // Nodes have no identity of their own, and a changed text is rendered anew.
  // oxlint-disable-next-line react/no-array-index-key
  nodes.map((node, index) => <Fragment key={index}>{render(node, place)}</Fragment>)

/** Only what is named here becomes an element, with only these attributes: everything else stays text. */
function render(node: RootContent, place: Place): ReactNode {
  const inside = () =>
    'children' in node && place.depth < DEEPEST
      ? renderNodes(node.children, { ...place, depth: place.depth + 1 })
      : null
  switch (node.type) {
    case 'text':
      return node.value
    // Raw HTML is shown as it was typed.
    case 'html':
      return place.depth === 0 ? <p>{node.value}</p> : node.value
    case 'paragraph':
      return <p>{inside()}</p>
    case 'heading':
      return createElement(`h${place.levels.get(node)}`, undefined, inside())
    case 'emphasis':
      return <em>{inside()}</em>
    case 'strong':
      return <strong>{inside()}</strong>
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inside()}</ol> : <ul>{inside()}</ul>
    case 'listItem':
      return <li>{inside()}</li>
    case 'link':
      return <MemberLink address={node.url}>{inside()}</MemberLink>
    // Loading it would reveal the reader to its host.
    case 'image':
      return <MemberLink address={node.url}>{node.alt || node.url}</MemberLink>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'code':
      return <CodeBlock>{node.value}</CodeBlock>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    default:
      return inside() ?? textOf(node)
  }
}

const textOf = (node: Nodes) => ('alt' in node ? node.alt : undefined)

/** Focusable, so that what is too wide can be scrolled with the keyboard. */
const CodeBlock = ({ children }: { children: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre tabIndex={0}>
    <code>{children}</code>
  </pre>
)

function MemberLink({ address, children }: { address: string; children: ReactNode }) {
  const href = safeHref(address)
  if (!href) return children
  return (
    <a href={href} rel="noreferrer nofollow ugc">
      {children}
    </a>
  )
}
