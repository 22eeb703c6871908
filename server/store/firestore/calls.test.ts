import { once } from 'node:events'
import { connect, createServer } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'

import { portOf } from '#server/tools/ports/port-of.ts'

import { resetConnections } from './calls.ts'

async function openConnections() {
  const server = createServer()
  server.on('session', (session) => session.on('error', () => {}))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const open = () => {
    const session = connect(`http://127.0.0.1:${portOf(server)}`)
    session.on('error', () => {})
    const call = session.request({ ':path': '/google.firestore.v1.Firestore/Commit' })
    call.on('error', () => {})
    return session
  }
  const sessions = [open(), open()] as const
  await Promise.all(sessions.map((session) => once(session, 'connect')))
  return sessions
}

test('a reset drops open connections, while another one is being closed', async () => {
  const [closing, open] = await openConnections()
  closing.destroy()
  expect(resetConnections).not.toThrow()
  await once(open, 'close')
})
