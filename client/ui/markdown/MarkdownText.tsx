import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal'
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'
import { useMemo } from 'react'

import { isTooComplex } from './complexity.ts'
import { headingLevels } from './heading-levels.ts'
import { renderNodes } from './render.tsx'

/** With the parser: downloaded when there is Markdown to show. */
export default function MarkdownText({ text, headingLevel }: { text: string; headingLevel: number }) {
  const content = useMemo(() => {
    if (isTooComplex(text)) return <p>{text}</p>
    const root = fromMarkdown(text, {
      extensions: [gfmAutolinkLiteral()],
      mdastExtensions: [gfmAutolinkLiteralFromMarkdown()],
    })
    return renderNodes(root.children, { levels: headingLevels(root, headingLevel), depth: 0 })
  }, [text, headingLevel])
  return <>{content}</>
}
