import type { MarkdownNode } from '#shared/lib/markdown/elements.ts'
import { readMarkdown } from '#shared/lib/markdown/read.ts'
import * as m from '#shared/notifications/messages.ts'
import { chapterPath } from '#shared/lib/paths/chapters.ts'
import { htmlOf } from '#server/lib/text/markdown.ts'

import { withoutLinks } from './escaping.ts'
import type { ComposeEmail } from './subjects.ts'

/** Undefined for someone who has left the chapter, or gets its letters in the app alone. */
export const letterEmail: ComposeEmail = async ({ data }, { actor }, { deps }) => {
  const found = await deps.chapters.letters.emailOf(actor.id, data['letter'] ?? '')
  if (!found) return undefined
  const { name: chapter, slug } = found.chapter
  const action = { label: m.actionChapter(), path: chapterPath(slug) }
  if (!found.letter) {
    const sentence = m.sentenceChapterLetterBlocked({ chapter })
    return {
      subject: m.subjectChapterLetterBlocked({ chapter }),
      heading: chapter,
      paragraphs: [sentence],
      action,
    }
  }
  const { title, text } = found.letter
  const subject = m.subjectChapterLetter({ chapter, title })
  return { subject, heading: title, paragraphs: [text], html: markdownHtml(text), action }
}

/** The first heading is below that of the email. */
const markdownHtml = (text: string) => htmlOf(withoutAnchors(readMarkdown(text, 2)), withoutLinks)

/** Only our own links can be clicked in an email: others are shown with their address. */
const withoutAnchors = (nodes: readonly MarkdownNode[]): MarkdownNode[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return node
    const children = withoutAnchors(node.children)
    if (node.tag !== 'a') return { ...node, children }
    const href = String(node.attributes?.['href'])
    return children.length === 1 && children[0] === href ? children : [...children, ` (${href})`]
  })
