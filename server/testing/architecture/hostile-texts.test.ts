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

const LENGTH = 200_000
/** Milliseconds of the processor. What takes linear time takes less than half, quadratic time several times as much. */
const TOO_SLOW = 1_500

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

/** The least of three, if the first is too much: other programs slow down a processor's caches. */
function fastest(run: () => unknown) {
  const first = processorTime(run)
  return first > TOO_SLOW ? Math.min(first, processorTime(run), processorTime(run)) : first
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
    const slow = PIECES.flatMap((piece) => {
      const text = `${piece.repeat(LENGTH / piece.length)}\0`
      const time = fastest(() => parse(text))
      return time > TOO_SLOW ? [`${JSON.stringify(piece)}: ${time} ms`] : []
    })
    expect(slow).toEqual([])
  },
)
