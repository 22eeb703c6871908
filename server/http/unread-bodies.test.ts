import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp } from '#server/testing/app.ts'
import { openRawConnection, parseAnswer } from '#server/testing/raw-connection.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

const KIB = 1024

let port: number
const sockets: Socket[] = []
const started = await startTestApp({ liftRateLimits: true })
beforeAll(async () => {
  started.app.server.on('connection', (socket: Socket) => sockets.push(socket))
  await started.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(started.app.server)
})
afterAll(() => started.close())

const OWN =
  'host: guildhall.test\r\norigin: https://guildhall.test\r\nsec-fetch-site: same-origin\r\nx-csrf: 1\r\n'
const CHUNKED = 'transfer-encoding: chunked\r\n'
const request = (target: string, headers = '') => `${target} HTTP/1.1\r\n${OWN}${headers}\r\n`
const JSON_TYPE = 'content-type: application/json\r\n'

test.each([
  ['an unknown address', 'GET /api/nothing', '', 404],
  ['a session that is missing', 'PUT /api/me', JSON_TYPE, 401],
  ['an unknown type', 'POST /api/session', 'content-type: text/csv\r\n', 415],
  ['an invalid type', 'POST /api/session', 'content-type: nonsense\r\n', 415],
  ['an invalid address', 'POST /%zz', JSON_TYPE, 400],
  ['a forged link to unsubscribe', 'POST /unsubscribe/x', 'content-type: text/plain\r\n', 413],
  ['a forged link to unsubscribe without a type', 'POST /unsubscribe/x', '', 413],
])('after %s, an endless body ends the connection', async (_what, target, headers, status) => {
  const before = sockets.length
  const connection = await openRawConnection(port)
  // Writing may fail when the server closes.
  connection.closed.catch(() => {})
  connection.send(request(target, headers + CHUNKED))
  await expect.poll(() => sockets.length).toBeGreaterThan(before)
  const socket = sockets[before]!
  const chunk = `2000\r\n${'x'.repeat(8 * KIB)}\r\n`
  for (let sent = 0; !socket.destroyed && sent < 4 * KIB * KIB; sent += chunk.length) {
    connection.send(chunk)
    await wait(1)
  }
  await wait(100)
  expect(socket.destroyed).toBe(true)
  expect(socket.bytesRead).toBeLessThan(512 * KIB)
  expect(parseAnswer(connection.received()).status).toBe(status)
})

test('after an early answer, the rest of a small body leaves the connection open', async () => {
  const connection = await openRawConnection(port)
  connection.send(request('PUT /api/me', `${JSON_TYPE}content-length: 1000\r\n`))
  await expect.poll(connection.received).toContain('401 Unauthorized')
  connection.send('x'.repeat(1000))
  connection.send(request('GET /health/live'))
  await expect.poll(connection.received).toContain('200 OK')
  connection.end()
})

test('a one-click unsubscribe is accepted with an empty, a missing or an invalid content type', async () => {
  for (const type of ['content-type:\r\n', '', 'content-type: nonsense\r\n']) {
    const connection = await openRawConnection(port)
    connection.send(
      request('POST /unsubscribe/x', `${type}content-length: 26\r\n`) + 'List-Unsubscribe=One-Click',
    )
    await expect.poll(connection.received).toContain('HTTP/1.1 404')
    connection.end()
  }
})

test('a client that disconnects while it unsubscribes causes no server error', async () => {
  const connection = await openRawConnection(port)
  connection.send(
    `${request('POST /unsubscribe/x', 'content-type: text/plain\r\ncontent-length: 500\r\n')}List`,
  )
  await wait(50)
  connection.end()
  await connection.closed
  await wait(50)
  expect(started.logs().filter(({ level }) => level === 'error')).toEqual([])
})
