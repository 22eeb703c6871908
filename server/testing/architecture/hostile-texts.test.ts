import { expect, test } from 'vitest'

import { readMarkdown } from '#shared/lib/markdown/read.ts'
import { inPlainLetters } from '#shared/lib/plain-link.ts'
import { cutText, scrubText, scrubUrl } from '#shared/operations/scrub.ts'
import { attachment } from '#server/http/attachment.ts'
import { deviceOf } from '#server/lib/device.ts'
import { chosenLanguage, preferredLanguage } from '#server/lib/language.ts'
import { csvLine } from '#server/lib/text/csv.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import { withSourcePositions } from '#server/logging/source-positions.ts'
import { readRow } from '#server/modules/accounts/invitations/rows.ts'
import { htmlToText } from '#server/modules/events/imports/html-to-text.ts'
import { readDetails } from '#server/modules/events/imports/reading.ts'
import { readLines } from '#server/modules/attendance/invitations/lines.ts'
import { normalise } from '#server/modules/operations/client-errors/entries/fingerprint.ts'
import { browserOf } from '#server/modules/operations/client-errors/groups/browser.ts'
import { readFrame } from '#server/modules/operations/source-maps/frames.ts'
import { sortKey } from '#server/views/sort-keys.ts'
import { contentWordsOf } from '#server/views/content-words.ts'
import { fold, indexed } from '#shared/lib/words.ts'
import { matching } from '#server/views/words.ts'

/** The longer text is tried only if the shorter one is suspicious. */
const LENGTHS = [100_000, 600_000] as const
/**
 * Milliseconds of the processor for the shorter text. Only a few parsers that take linear time take longer. Quadratic
 * time that is too slow for the longer text takes more than 125.
 */
const SUSPICIOUS = 100
/** The same per character. Linear time takes less than 0.0015; quadratic time, for the longer text, more than 0.01. */
const TOO_SLOW = 0.0075
const RUNS = 3

/** Repeated in a hostile text. */
const PIECES = [
  [' ', '\n', '\r', '\t', '&#32;', '&nbsp;', '&#10; ', '&', '<', '<p', '<p ', '</', '<!--', '<script>'],
  ['</script ', '<a@', '@', 'a@', '@a.', 'a.', '.', '://', 'http://', 'file:///', 'www.', '/', '?', '#'],
  ['%40', '"', "'", '’', "'a", ',', ';', '=', '-', '--', '(', '[', '](', '*', '_a', '`', '> ', '1. '],
  ['\\', 'Version/', ' at ', 'async ', 'token', 'token=', 'code ', '0', '0-', '+1 ', 'a', 'a ', 'a-'],
  ['\u0301', '\u200b', '\u202e', '\0', '\ud800', '銀', '銀行', 'ア', 'ไทย', 'ü', 'ue', 'ß', '🦊', 'en,'],
].flat()

const details = (text: string) => ({
  title: text,
  description: text,
  place: text,
  joinUrl: text,
  startsAt: text,
  endsAt: text,
  allDay: false,
  timeZone: text,
})

const PARSERS: Record<string, (text: string) => unknown> = {
  'text of imported HTML': htmlToText,
  'text of imported HTML with tags': (text) => htmlToText(`<p>${text}</p>`),
  'details of an imported event': (text) => readDetails(details(text)),
  'lines of invitations': (text) => readLines([text]),
  'a row of imported people': (text) =>
    readRow({ email: text, displayName: text, phone: text, keywords: text, links: text }, new Set()),
  'one line': oneLine,
  'several lines': (text) => [paragraphs(text), distinctLines(text.split('\n'))],
  Markdown: (text) => readMarkdown(text, 2),
  'a link': inPlainLetters,
  'a cell of a table': (text) => csvLine([text]),
  'the name of a file': (text) => attachment(text, 'csv'),
  'user agents': (text) => [deviceOf(text), browserOf(text)],
  'the headers of languages': (text) => [
    chosenLanguage(text, ['en'], 'https://guildhall.test'),
    preferredLanguage(text, ['en']),
  ],
  'text of client errors': (text) => [scrubText(text), scrubUrl(text), cutText(text, 2_048)],
  'messages of client errors': normalise,
  'stacks of client errors': (text) => text.split('\n').map(readFrame),
  'stacks of the server': withSourcePositions,
  'folded text': (text) => [fold(text), sortKey(text)],
  'indexed text': (text) => indexed(text),
  'the text of a search': matching,
  'words of asks and offers': contentWordsOf,
}

function isTooSlow(parse: (text: string) => unknown, piece: string) {
  const textOf = (length: number) => `${piece.repeat(length / piece.length)}\0`
  const shorter = textOf(LENGTHS[0])
  if (processorTime(() => parse(shorter)) < SUSPICIOUS) return false
  return LENGTHS.some((length) => {
    const text = textOf(length)
    // Each of several runs: other programs slow down a processor's caches.
    return Array.from({ length: RUNS }).every(() => processorTime(() => parse(text)) > TOO_SLOW * length)
  })
}

function processorTime(run: () => unknown) {
  const before = process.threadCpuUsage().user
  run()
  return (process.threadCpuUsage().user - before) / 1_000
}

test.each(Object.entries(PARSERS))(
  '%s: a hostile text is processed in linear time',
  { timeout: 60_000 },
  (_, parse) => {
    // The first is enough: several could take minutes.
    expect(PIECES.find((piece) => isTooSlow(parse, piece))).toBeUndefined()
  },
)
