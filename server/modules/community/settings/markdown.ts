import type { MarkdownElement, MarkdownNode } from '#shared/lib/markdown/elements.ts'
import { readMarkdown } from '#shared/lib/markdown/read.ts'

import { escapeHtml } from '#server/lib/text/html.ts'

/** Elements that have no content. */
const VOID = new Set(['br', 'hr'])

/**
 * Renders Markdown as HTML, with the same elements as the browser's own rendering and no others.
 * @param headingLevel of its first heading
 */
export const markdownToHtml = (text: string, headingLevel: number) => htmlOf(readMarkdown(text, headingLevel))

const htmlOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? escapeHtml(node) : elementHtml(node))).join('')

function elementHtml({ tag, attributes = {}, children }: MarkdownElement) {
  const names = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
  const opening = `<${tag}${names.join('')}>`
  return VOID.has(tag) ? opening : `${opening}${htmlOf(children)}</${tag}>`
}
