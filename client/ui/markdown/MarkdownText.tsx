import { useMemo } from 'react'

import { readMarkdown } from '#shared/lib/markdown/read.ts'

import { MarkdownElements } from './MarkdownElements.tsx'

/** Shares a chunk with the parser, which is downloaded when there is Markdown to show. */
export function MarkdownText({ text, headingLevel }: { text: string; headingLevel: number }) {
  const nodes = useMemo(() => readMarkdown(text, headingLevel), [text, headingLevel])
  return <MarkdownElements nodes={nodes} />
}
