import type { Accent } from '#shared/community/accent.ts'
import type { ChapterChoice } from '#shared/chapters/schema.ts'
import { language } from '#shared/lib/language/current.ts'
import { LANGUAGES } from '#shared/lib/language/languages.ts'
import * as m from '#shared/notifications/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { escapeHtml } from '#server/lib/text/html.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'

import { textOf, withoutLinks } from './escaping.ts'
import { stylesOf } from './styles.ts'

/** Content of an email, in plain text. Any of it may contain members' texts. */
export interface EmailText {
  subject: string
  /** Ends the subject, and is never cut, however long the subject is. */
  when?: string
  heading: string
  paragraphs: readonly string[]
  /** Safe HTML with the content of the paragraphs, which replaces them there. */
  html?: string
  facts?: readonly { label: string; lines: readonly string[] }[]
  /** Entries of a digest, under headings if there are groups. */
  items?: readonly Item[]
  /** The main action. */
  action?: Action
  /** iCalendar text. */
  calendar?: string
}

interface Item {
  text: string
  path: string
  /** Heading of consecutive entries. */
  group?: string | undefined
}

interface Action {
  label: string
  path: string
}

/** Content that leads to a page. */
export interface EmailContent extends EmailText {
  action: Action
  /** The chapters of its event, for a digest. */
  chapters?: readonly ChapterChoice[] | undefined
}

interface Frame {
  product: string
  /** The community's accent colour; empty texts mean the product's default. */
  accent: Accent
  /** Origin of all links. */
  origin: string
  /** The reason why the reader gets it, in one sentence. */
  because: string
  /** Whether the reader can choose their notifications. */
  isMember: boolean
  /** Link that switches such emails off; undefined for topics that always arrive. */
  unsubscribe?: { label: string; url: string } | undefined
}

/** Characters. */
const MAX_SUBJECT = 150

/** A long title is cut, so that the time after it is still visible. */
export function subjectLine({ subject, when }: EmailText) {
  const ending = when === undefined ? '' : `, ${when}`
  const characters = [...oneLine(subject)]
  const max = MAX_SUBJECT - ending.length
  return characters.length > max
    ? `${characters.slice(0, max - 1).join('')}…${ending}`
    : characters.join('') + ending
}

/** The one template: text and HTML have the same content. */
export function renderEmail(content: EmailText, frame: Frame): { text: string; html: string } {
  const clean = withoutDeceptions(content)
  return { text: renderText(clean, frame), html: renderHtml(clean, frame) }
}

/** Removes line breaks and direction changes where a program shows one line. */
const withoutDeceptions = (content: EmailText): EmailText => ({
  ...content,
  subject: oneLine(content.subject),
  heading: oneLine(content.heading),
  paragraphs: content.paragraphs.map(paragraphs),
  facts: (content.facts ?? []).map(({ label, lines }) => ({ label, lines: lines.map(oneLine) })),
  items: (content.items ?? []).map(({ text, path, group }) => ({
    text: oneLine(text),
    path,
    group: group && oneLine(group),
  })),
})

const PREFERENCES_PATH = `${paths.ownProfile}?settings=notifications`

function renderText(content: EmailText, { product, origin, because, isMember, unsubscribe }: Frame) {
  const { heading, paragraphs: texts, facts = [], items = [], action } = content
  return [
    heading,
    ...texts,
    facts.map(({ label, lines }) => `${label}: ${lines.join('\n  ')}`).join('\n'),
    ...items.map(
      ({ text, path }, at) =>
        `${headingAt(items, at)}${headingAt(items, at) && '\n\n'}- ${text}\n  ${origin}${path}`,
    ),
    action ? `${action.label}: ${origin}${action.path}` : '',
    [
      '-- ',
      `${product}. ${because}`,
      isMember && `${m.footChoose()}: ${origin}${PREFERENCES_PATH}`,
      unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ]
    .filter(Boolean)
    .map(textOf)
    .join('\n\n')
    .concat('\n')
}

/** The heading above an entry, if it is the first of its group. */
const headingAt = (items: readonly Item[], at: number) =>
  items[at]?.group !== undefined && items[at].group !== items[at - 1]?.group ? items[at].group : ''

const link = (url: string, label: string, className: string) =>
  `<a href="${escapeHtml(url)}" class="${className}">${escapeHtml(label)}</a>`

function renderHtml(content: EmailText, frame: Frame) {
  const { product, accent, origin, because, isMember, unsubscribe } = frame
  const { heading, paragraphs: texts, html, facts = [], items = [], action } = content
  const rows = facts
    .map(
      ({ label, lines }) =>
        `<tr><th scope="row" class="label">${escapeHtml(label)}</th>` +
        `<td class="value">${lines.map((line) => `<div dir="auto">${withoutLinks(line)}</div>`).join('')}</td></tr>`,
    )
    .join('\n')
  const list = items
    .map(({ text, path }, at) => {
      const group = headingAt(items, at)
      const opening = group && `${at > 0 ? '</ul>\n' : ''}<h2 dir="auto">${withoutLinks(group)}</h2>\n`
      const begins = at === 0 || group ? '<ul class="items">\n' : ''
      return `${opening}${begins}<li dir="auto">${link(origin + path, text, 'item')}</li>`
    })
    .join('\n')
  return `<!doctype html>
<html lang="${language()}" dir="${LANGUAGES[language()].dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${stylesOf(accent)}</style>
</head>
<body class="page">
<table role="presentation" class="frame" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0"><tr><td class="body">
<header><p class="product">${escapeHtml(product)}</p></header>
<main>
<h1 dir="auto">${withoutLinks(heading)}</h1>
${html === undefined ? texts.map((text) => `<p class="text" dir="auto">${withoutLinks(text)}</p>`).join('\n') : `<div class="text" dir="auto">${html}</div>`}
${rows && `<table class="facts" cellpadding="0" cellspacing="0">\n${rows}\n</table>`}
${list && `${list}\n</ul>`}
${action ? `<p class="act">${link(origin + action.path, action.label, 'button')}</p>` : ''}
</main>
<footer>
<p class="small">${escapeHtml(because)}</p>
${isMember ? `<p class="small">${[link(origin + PREFERENCES_PATH, m.footChoose(), 'quiet'), ...(unsubscribe ? [link(unsubscribe.url, unsubscribe.label, 'quiet')] : [])].join(' · ')}</p>` : ''}
</footer>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
