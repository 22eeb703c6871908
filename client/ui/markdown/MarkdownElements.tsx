import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { MarkdownNode } from '#shared/lib/markdown/elements.ts'

/** Parsed Markdown. Only texts of our own have links within the app. */
export const MarkdownElements = ({ nodes }: { nodes: readonly MarkdownNode[] }): ReactNode =>
  // Nodes have no identity of their own, and a changed text is rendered from scratch.
  //
  // oxlint-disable-next-line react/no-array-index-key
  nodes.map((node, index) => <Fragment key={index}>{renderNode(node)}</Fragment>)

function renderNode(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, attributes, children } = node
  const inside = children.length > 0 && <MarkdownElements nodes={children} />
  const href = attributes?.['href']
  if (typeof href === 'string' && href.startsWith('/')) {
    return (
      <Link viewTransition to={href}>
        {inside}
      </Link>
    )
  }
  return inside ? createElement(tag, attributes, inside) : createElement(tag, attributes)
}
