import type { MarkdownElement, MarkdownNode } from '#shared/lib/markdown/elements.ts'
import { readMarkdown } from '#shared/lib/markdown/read.ts'

import { escapeHtml } from './html.ts'

/** Elements that have no content. */
const VOID = new Set(['br', 'hr'])

/**
 * Renders Markdown as HTML, with the same elements as the browser's own rendering and no others.
 * @param headingLevel of its first heading
 */
export const markdownToHtml = (text: string, headingLevel: number) => htmlOf(readMarkdown(text, headingLevel))

/** @param textHtml escapes a text between elements */
export const htmlOf = (nodes: readonly MarkdownNode[], textHtml = escapeHtml): string =>
  nodes.map((node) => (typeof node === 'string' ? textHtml(node) : elementHtml(node, textHtml))).join('')

function elementHtml({ tag, attributes = {}, children }: MarkdownElement, textHtml: typeof escapeHtml) {
  const names = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
  const opening = `<${tag}${names.join('')}>`
  return VOID.has(tag) ? opening : `${opening}${htmlOf(children, textHtml)}</${tag}>`
}
