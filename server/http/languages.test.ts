import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Problem } from '#shared/lib/problem.ts'
import { startTestApp } from '#server/testing/app.ts'
import { exchangeRaw } from '#server/testing/raw-connection.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

let port: number
let delay = 0
const started = await startTestApp({ env: { LANGUAGES: 'en,de' }, eventLoopDelay: () => delay })
beforeAll(async () => {
  await started.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(started.app.server)
})
afterAll(() => started.close())

const JSON_TYPE = 'content-type: application/json\r\n'

/** Uses a connection of its own: `inject` would read the body in the context of the request. */
async function problemOf(line: string, headers: string, body: string | Buffer, host = 'guildhall.test') {
  const own = `host: ${host}\r\nconnection: close\r\norigin: https://guildhall.test\r\nsec-fetch-site: same-origin\r\n`
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`
  const head = `${line} HTTP/1.1\r\n${own}x-csrf: 1\r\n${length}${headers}\r\n`
  const answer = await exchangeRaw(port, Buffer.concat([Buffer.from(head), Buffer.from(body)]))
  const { title, detail, status } = JSON.parse(Buffer.from(answer.body, 'latin1').toString()) as Problem
  return { status, texts: detail === undefined ? [title] : [title, detail] }
}

type Sent = [line: string, status: number, headers?: string, body?: string | Buffer, host?: string]
const ERRORS: [what: string, ...Sent][] = [
  ['a body that is no JSON', 'POST /api/session', 400, JSON_TYPE, '{'],
  ['a body without an end', 'POST /api/session', 400, JSON_TYPE, '{"idToken":'],
  ['an empty body', 'POST /api/session', 400, JSON_TYPE],
  ['a body with absurd depth', 'POST /api/session', 400, JSON_TYPE, '['.repeat(40)],
  ['a body that is no UTF-8', 'POST /api/session', 400, JSON_TYPE, Buffer.from([0x22, 0xc3, 0x28, 0x22])],
  ['a body with an unknown key', 'POST /api/session', 400, JSON_TYPE, '{"x":1}'],
  ['a body that is too large', 'POST /api/session', 413, JSON_TYPE, 'x'.repeat(17_000)],
  ['a form', 'POST /api/session', 415, 'content-type: text/xml\r\n', '<a/>'],
  ['a batch of errors that is no JSON', 'POST /api/client-errors', 400, JSON_TYPE, '{'],
  ['a report that is no JSON', 'POST /api/reports', 400, 'content-type: application/csp-report\r\n', '{'],
  ['an unknown address', 'GET /api/nothing', 404],
  ['an unknown address with a body', 'POST /api/nothing', 404, JSON_TYPE, '{}'],
  ['an unknown method', 'PATCH /api/session', 405, JSON_TYPE, '{}'],
  ['an address that cannot be decoded', 'GET /api/%zz', 400],
  ['an address that is too long', `GET /api/events/${'a'.repeat(300)}`, 404],
  ['a foreign host', 'GET /api/session', 421, '', '', 'evil.test'],
  ['a request without a session', 'GET /api/me', 401],
  ['a write of another site', 'POST /api/session', 403, `${JSON_TYPE}sec-fetch-site: cross-site\r\n`, '{}'],
  ['a page of another version', 'GET /api/public/texts', 503, 'sec-fetch-dest: empty\r\n'],
]

test.each(ERRORS)('%s is answered in the language of the request', async (_, line, status, ...sent) => {
  const [headers = '', body = '', host] = sent
  const ask = (language: string) => problemOf(line, `${language}${headers}`, body, host)
  const english = await ask('')
  const german = await ask('accept-language: de\r\n')
  expect([english.status, german.status]).toEqual([status, status])
  expect(german.texts).toHaveLength(english.texts.length)
  expect(german.texts.filter((text) => english.texts.includes(text))).toEqual([])
  expect(await ask('accept-language: en\r\ncookie: __Host-language=de\r\n')).toEqual(german)
})

test('an overloaded server answers in the language of the request', async () => {
  delay = 60_000
  const { status, texts } = await problemOf('GET /api/session', 'accept-language: de\r\n', '')
  delay = 0
  expect(status).toBe(503)
  expect(texts[0]).toMatch(/^Hier ist gerade/)
})

test('a rate-limit refusal is in the language of the request', async () => {
  const ask = () => problemOf('GET /api/nothing', 'accept-language: de\r\n', '')
  const answers = await Promise.all(Array.from({ length: 70 }, ask))
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.texts[0]).toMatch(/^Zu viele/)
})
