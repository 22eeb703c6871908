import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

import { buildClient } from '#server/tools/client-build.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { builtServer } from '#server/tools/server-build.ts'
import { freePort, type ServerProcess, startServerProcess } from '#server/tools/server-process.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })

const DIST = join(import.meta.dirname, '../../../dist')

let dataDir: string
let server: ServerProcess
let origin: string

beforeAll(async () => {
  await buildClient()
  const main = await builtServer()
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-'))
  const port = await freePort()
  origin = `http://localhost:${port}`
  const settings = {
    ...emulatorSettings(inject('authEmulator')),
    PORT: String(port),
    DATA_DIR: dataDir,
    SOURCE_MAPS_DIR: '/dev/null/maps',
  }
  server = await startServerProcess(settings, { main })
})
afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true })
})

test('a stack of the built server names the source in the log', async () => {
  await expect.poll(server.logs).toContain('source maps were not kept')
  expect(server.logs()).toMatch(
    /\(file:\/\/\/\S+\/server\/modules\/operations\/source-maps\/kept-builds\.ts:\d+:\d+\)/,
  )
  expect(server.logs()).not.toContain('/dist/server/')
})

test('the built server serves the built client, and reads its stacks', async () => {
  expect(await (await fetch(origin)).text()).toContain('<html')

  const { build } = JSON.parse(await readFile(join(DIST, 'build.json'), 'utf8')) as { build: string }
  // The largest script: column 1,000 exists in it.
  const map = (await readdir(join(DIST, 'source-maps', build))).find((file) => file.startsWith('libraries-'))
  const stack = `TypeError: no\n    at a (${origin}/assets/${map!.replace(/\.map$/, '')}:1:1000)`
  const report = () =>
    fetch(`${origin}/api/client-errors`, {
      method: 'POST',
      headers: { origin, 'x-csrf': '1', 'content-type': 'application/json' },
      body: JSON.stringify(clientErrorBatch([clientErrorEntry({ stack })], { build })),
    })
  // If reading a stack takes seconds, as the first one may on a busy machine, it is logged unchanged.
  await expect
    .poll(async () => [(await report()).status, server.logs()].join())
    .toContain('"symbolicated":true')
})
