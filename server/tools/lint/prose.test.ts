import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { commentIssue, titleIssue } from './prose.ts'

const ROOT = join(import.meta.dirname, '../../..')

test.each([
  '* Of whom this is about.',
  'By event id.',
  '*\n * What a listener has made of all documents.\n ',
  'Who may edit.',
  'Whom the viewer knows.',
  'Whose photo this is.',
  'Those that wait.',
  'Nobody else.',
  'As the server sent it.',
  'Whatever waits.',
  'Whoever asks.',
  'Whichever came first.',
  'For whom the list is.',
  'In which the text is cut.',
  'With what is left.',
])('a comment does not open with a clause that has lost its head: %j', (comment) => {
  expect(commentIssue(comment, '')).toContain('opens with its subject')
})

test.each([
  'The subject of the page.',
  'Undefined when metrics are disabled.',
  'Asks the server again, as browsers do.',
  'In milliseconds.',
  'For what-if analyses.',
  'When the token expires, the session ends.',
  'Offline, the list is read from the cache.',
])('a comment may be a sentence or a noun phrase: %s', (comment) => {
  expect(commentIssue(comment, '')).toBeUndefined()
})

test('a comment that opens with “Whether …” is accepted only for booleans', () => {
  const issue = (code: string) => commentIssue('* Whether the seat is kept.', `\n  ${code}\n`)
  for (const code of ['seat: string', 'readonly kept?: number', 'const seats: Map<string, Seat> = new Map()'])
    expect(issue(code)).toContain('boolean')
  for (const code of [
    'kept: boolean',
    'kept?: Kept',
    'const kept = seats.has(id)',
    'kept(id: string): boolean',
  ])
    expect(issue(code)).toBeUndefined()
})

test.each([
  'is refused',
  'are at most 200',
  'has two parts',
  'can be repeated',
  'that is sent twice changes once',
  'of two at once succeeds on one of them',
  'who hosts an event',
  'what others change counts',
  'by two people is one picture',
  'again restarts the day',
  'refuses a name of one letter',
  'copies the event',
  'catches nothing',
  'lists what others did',
  'name every missing field',
  'without a body is refused',
])('a test title has a subject: not “%s”', (title) => {
  expect(titleIssue(title)).toContain('subject')
})

test.each([
  'a newcomer does not get the seat',
  'lists are sorted by name',
  'answers to a cancelled event are refused',
  'open check-in adds a sentence',
  'search ignores case',
  'is-admin.ts has no exports',
  'without a body, the upload is refused',
  'Go Back goes home',
  '%s',
])('a test title may open with any subject: %s', (title) => {
  expect(titleIssue(title)).toBeUndefined()
})

test('oxlint checks the first line of each comment, and titles in any kind of test call', async () => {
  const found = await report(
    'some.test.ts',
    ['comment-opening', 'test-title'],
    `// What is left.
// The second line of one comment,
// Of which only the first counts.
const of = 1 // By default.

/** Whose seat it is. */
test('is a fragment', () => of)
it.each([1])(\`has \${of}\`, () => of)
test.skipIf(of)('of two', () => of)
describe('of two', () => of)
regex.test('is a text')
`,
  )
  expect(found).toEqual([
    '1 prose(comment-opening)',
    '4 prose(comment-opening)',
    '6 prose(comment-opening)',
    '7 prose(test-title)',
    '8 prose(test-title)',
    '9 prose(test-title)',
  ])
})

test('oxlint reports words for people wherever they are shown, and no code', async () => {
  const shown = [
    '<p title="Close">Shown here</p>',
    '<p>{open ? `Hello ${name}` : "two words"}</p>',
    'const LABELS = { open: "Open" }',
    'toast("Saved." + name)',
    'const event = { summary: "A short text", description: "More of it" }',
    'const mail = `<p class="text">Good morning</p>`; analogue.warn("Not sent")',
  ]
  const code = [
    'import x from "Some/where.ts"',
    'export type Tier = "Silver" | "Other Kind"',
    '<a className="one two" rel="noopener noreferrer" data-Kind="Big">{m.title()} · 3</a>',
    'if (tier === "Member" || kind === "Other") throw new Error("No such tier")',
    'const query = sql`SELECT the name`, path = "/api/members", zone = "UTC", icon = "m3 3 10 10M13 3"',
    'const kind = { "Content-Type": x }["Other Kind"]',
    'list.querySelector("li:last-of-type input")',
    'throw new StoreDeadlineExceeded("The edits waited too long")',
    'const headers = { "cache-control": "private, no-cache" }',
    'logger.warn({ id }, "email not sent"); request.log.error("Not sent")',
    'lazyPart(() => import("./Help.tsx"), "Help")',
    'const id = joinedId("state of", kind), fields = { "cache-control": "no-store, no-transform" }',
    'const route = { schema: { summary: "Get an image" }, body: Type.String({ description: "The picture" }) }',
    'const place = "Europe/Lisbon"',
    "const api = { 'GET /api/events': { summary: 'List events' } }",
    'const row = `<tr><td class="label">${text}</td></tr>`',
  ]
  const found = await report('some.tsx', ['untranslated'], [...shown, ...code].join(';\n'))
  expect([...new Set(found)]).toEqual(shown.map((_, at) => `${at + 1} prose(untranslated)`))
})

/** Lines of the reports, with the rules. */
async function report(name: string, rules: readonly string[], source: string) {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-prose-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  await writeFile(file, source)
  const plugin = join(import.meta.dirname, 'prose.ts')
  const config = join(folder, 'oxlint.json')
  const errors = Object.fromEntries(rules.map((rule) => [`prose/${rule}`, 'error']))
  await writeFile(
    config,
    JSON.stringify({ jsPlugins: [plugin], categories: { correctness: 'off' }, rules: errors }),
  )
  const run = promisify(execFile)(join(ROOT, 'node_modules/.bin/oxlint'), ['-c', config, '-f', 'json', file])
  const { stdout } = await run.catch((failure: { stdout: string }) => failure)
  const { diagnostics } = JSON.parse(stdout) as Report
  return diagnostics.map(({ code, labels }) => `${labels[0]?.span.line} ${code}`).toSorted()
}

type Report = { diagnostics: { code: string; labels: { span: { line: number } }[] }[] }
