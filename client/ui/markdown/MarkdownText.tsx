import { createElement, Fragment, type ReactNode, useMemo } from 'react'

import type { MarkdownNode } from '#shared/markdown/elements.ts'
import { readMarkdown } from '#shared/markdown/read.ts'

/** With the parser: downloaded when there is Markdown to show. */
export default function MarkdownText({ text, headingLevel }: { text: string; headingLevel: number }) {
  const content = useMemo(() => rendered(readMarkdown(text, headingLevel)), [text, headingLevel])
  return <>{content}</>
}

const rendered = (nodes: readonly MarkdownNode[]): ReactNode =>
  // Nodes have no identity of their own, and a changed text is rendered anew.
  // oxlint-disable-next-line react/no-array-index-key
  nodes.map((node, index) => <Fragment key={index}>{renderNode(node)}</Fragment>)

function renderNode(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, attributes, children } = node
  return children.length > 0
    ? createElement(tag, attributes, rendered(children))
    : createElement(tag, attributes)
}
