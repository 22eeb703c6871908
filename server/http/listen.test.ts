import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { fastify, type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { listen } from './listen.ts'

const HOST = '127.0.0.1'

async function openApp(app: FastifyInstance = fastify()) {
  onTestFinished(() => app.close())
  await listen(app, { host: HOST, port: 0 })
  return { app, port: (app.server.address() as AddressInfo).port }
}

test.runIf(process.platform === 'linux')(
  'many connections are accepted in a turn of the event loop',
  async () => {
    const { app, port } = await openApp()
    let accepted = 0
    app.server.on('connection', () => (accepted += 1))
    const sockets = Array.from({ length: 320 }, () => connect(port, HOST))
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    let turns = 0
    for (; accepted < sockets.length; turns++) await new Promise(setImmediate)
    // How they are spread over the sockets is the kernel's to decide.
    expect(turns).toBeLessThan(160)
  },
)

test('closing waits for the requests of all connections, and accepts no more', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const app = fastify()
  let waiting = 0
  app.get('/', async () => {
    waiting += 1
    await released
    return 'done'
  })
  const { port } = await openApp(app)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const answers = Array.from({ length: 64 }, async () => {
    const [answer] = (await once(get({ host: HOST, port, agent }), 'response')) as [IncomingMessage]
    return text(answer)
  })
  await expect.poll(() => waiting).toBe(64)

  let isClosed = false
  const closing = app.close().then(() => (isClosed = true))
  await expect.poll(() => app.server.listening).toBe(false)
  const refused = await Promise.allSettled(
    Array.from({ length: 8 }, () => once(connect(port, HOST), 'connect')),
  )
  expect(refused.map(({ status }) => status)).toEqual(Array.from(refused, () => 'rejected'))
  expect(isClosed).toBe(false)
  release()
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'done'))
  agent.destroy()
  await closing
})

test('a port on which a server listens already is refused', async () => {
  const { port } = await openApp()
  await expect(listen(fastify(), { host: HOST, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
