import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'

import { isTooComplex } from './complexity.ts'
import { elementsOf, type MarkdownNode } from './elements.ts'
import { headingLevels } from './heading-levels.ts'
import { pageAddresses } from './page-addresses.ts'

/**
 * Parses Markdown into harmless elements. A text that would take too long becomes one paragraph, as typed (decision
 * 038).
 * @param headingLevel of its first heading
 */
export function readMarkdown(text: string, headingLevel: number): readonly MarkdownNode[] {
  if (isTooComplex(text)) return [{ tag: 'p', children: [text] }]
  const root = fromMarkdown(text, {
    extensions: [pageAddresses()],
    mdastExtensions: [gfmAutolinkLiteralFromMarkdown()],
  })
  return elementsOf(root.children, { levels: headingLevels(root, headingLevel), depth: 0 })
}
