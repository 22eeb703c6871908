import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { ask } from '#server/testing/processes/replicas.ts'
import { freePort } from '#server/tools/server-process.ts'

import { PASSWORD, DEMO_ACCOUNTS } from './seed/accounts.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })

let dataDir: string
let port: number
const started: ChildProcess[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-demo-'))
  port = await freePort()
})
afterAll(async () => {
  for (const demo of started) demo.kill('SIGKILL')
  await rm(dataDir, { recursive: true })
})

function startDemo(...args: string[]) {
  const demo = fork(join(import.meta.dirname, 'start.ts'), args, {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  started.push(demo)
  let shown = ''
  for (const stream of [demo.stdout, demo.stderr])
    stream?.on('data', (text: Buffer) => (shown += text.toString()))
  return {
    kill: (signal: NodeJS.Signals) => demo.kill(signal),
    ended: once(demo, 'exit').then(([code]) => code as number | null),
    /** Waits until the terminal shows it. @returns everything shown so far */
    async untilShown(text: RegExp) {
      while (!text.test(shown)) {
        if (demo.exitCode !== null || demo.signalCode !== null) throw new Error(shown)
        await wait(50)
      }
      return shown
    },
  }
}

const toolkit = async (verb: string, body: object) => {
  const url = `http://localhost:${port}/identitytoolkit.googleapis.com/v1/accounts:${verb}?key=emulator`
  const answer = await ask('POST', url, { body: { returnSecureToken: true, ...body } })
  return (await answer.json()) as { idToken?: string }
}

async function untilPortIsFree() {
  for (;;) {
    const probe = createServer().listen(port, '127.0.0.1')
    const taken = await Promise.race([once(probe, 'error'), once(probe, 'listening').then(() => undefined)])
    probe.close()
    if (!taken) return
    await wait(50)
  }
}

test('the demo speaks German, people can sign in, email links are printed and in the mailbox, and new accounts survive a killed demo', async () => {
  const newcomer = { email: 'newcomer@demo.test', password: 'correct horse' }
  const first = startDemo()
  expect(await first.untilShown(/Ready in/)).toContain(`http://localhost:${port}\n`)
  const page = await fetch(`http://localhost:${port}/login`, { headers: { 'accept-language': 'de-AT' } })
  expect(/<html[^>]* lang="(\w+)"/.exec(await page.text())?.[1]).toBe('de')
  for (const { email } of DEMO_ACCOUNTS) {
    expect(await toolkit('signInWithPassword', { email, password: PASSWORD })).toHaveProperty('idToken')
  }

  const { idToken } = await toolkit('signUp', newcomer)
  await toolkit('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const link = new RegExp(
    `${newcomer.email}[^]*http://localhost:${port}/verification\\?mode=verifyEmail&\\S*oobCode=`,
  )
  const shown = await first.untilShown(link)
  const [mailbox = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(shown) ?? []
  const list = await (await fetch(mailbox)).text()
  expect(list).toContain(newcomer.email)
  expect(await (await fetch(`${mailbox}/0/text`)).text()).toMatch(/\/verification\?mode=verifyEmail&/)

  first.kill('SIGKILL')
  await untilPortIsFree()
  const second = startDemo()
  await second.untilShown(/Ready in/)
  expect(await toolkit('signInWithPassword', newcomer)).toHaveProperty('idToken')

  second.kill('SIGINT')
  expect(await second.ended).toBe(130)
  await untilPortIsFree()
})

test('a port in use is reported in one sentence', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const demo = startDemo()
  expect(await demo.untilShown(/\n/)).toBe(
    `Port ${port} is already in use. Stop the process that uses it, or choose another port: PORT=3000 npm run demo\n`,
  )
  expect(await demo.ended).toBe(1)
  other.close()
})
