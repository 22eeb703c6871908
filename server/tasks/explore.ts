/**
 * `npm run explore` walks the demo at random for ten minutes and checks the promises of `client/testing/explore/promises.ts`:
 * as a visitor, a newcomer and each role, on a phone and a desktop, first on a good line, then on a slow one, then on one
 * that comes and goes. `npm run explore -- member 390` walks once; with the trace of a walk as third argument, its
 * actions are repeated.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { type BrowserContext, chromium } from 'playwright-core'

import { SECOND } from '#shared/lib/durations.ts'
import { paths } from '#shared/lib/paths.ts'
import { offeredLanguages } from '#server/config/languages.ts'
import { PASSWORD } from '#server/demo/seed/accounts.ts'
import { startEnvironment } from '#server/demo/environment.ts'
import { createShutdown } from '#server/demo/shutdown.ts'
import { BROWSER_ARGUMENTS, findBrowser, NO_BROWSER } from '#server/tools/browser.ts'
import { buildClient } from '#server/tools/client-build.ts'
import { freePort, startServerProcess } from '#server/tools/server-process.ts'

/** Not a dependency, because it is 44 MB that only this command needs. */
const BOMBADIL = '@antithesishq/bombadil@0.7.0'
const PROMISES = join(import.meta.dirname, '../../client/testing/explore/promises.ts')
const PEOPLE = ['visitor', 'newcomer', 'member', 'organiser', 'admin'] as const
const WIDTHS = [390, 1280]
/** Seconds of a walk, and from which second on the line is slow, and comes and goes. */
const WALK = 60
const SLOW_FROM = 25
const OFFLINE_FROM = 40
const OFFLINE_FOR = 5
/** A phone at the edge of its network. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 25_000 }

type PersonKind = (typeof PEOPLE)[number]

interface Step {
  action: object | string | null
  state: { url: string }
  violations: { name: string }[]
}

const [, , onlyPerson, onlyWidth, trace] = process.argv
const shutdown = createShutdown()
const found = new Map<string, string>()
const folder = await mkdtemp(join(tmpdir(), 'guildhall-explore-'))

try {
  const { origin, emulator } = await startDemo()
  for (const person of PEOPLE) {
    for (const width of WIDTHS) {
      if ((onlyPerson && onlyPerson !== person) || (onlyWidth && onlyWidth !== String(width))) continue
      const newcomer = {
        email: `${person}-${width}@guildhall.example`,
        password: PASSWORD,
        emailVerified: true,
      }
      if (person === 'newcomer') await emulator.createUser(newcomer)
      await walk(
        origin,
        person,
        person === 'newcomer' ? newcomer.email : `${person}@guildhall.example`,
        width,
      )
    }
  }
  console.log(`${found.size} found. The walks are in ${folder}.`)
} finally {
  await shutdown.close(found.size > 0 ? 1 : 0)
}

async function startDemo() {
  const [environment] = await Promise.all([
    freePort().then((port) =>
      startEnvironment({ command: 'demo', port, dataDir: join(folder, 'data'), fresh: true }, shutdown),
    ),
    buildClient(offeredLanguages(process.env)),
  ])
  const server = await startServerProcess(environment.settings)
  shutdown.add(() => server.stop())
  return environment
}

async function walk(origin: string, person: PersonKind, email: string, width: number) {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(NO_BROWSER)
  const port = await freePort()
  const output = join(folder, `${person}-${width}`)
  const context = await chromium.launchPersistentContext(`${output}-profile`, {
    executablePath,
    args: [...BROWSER_ARGUMENTS, `--remote-debugging-port=${port}`],
    viewport: null,
  })
  const note = (problem: string) => {
    if (!found.has(problem)) console.log(`${person} ${width}: ${problem}`)
    found.set(problem, output)
  }
  try {
    if (person !== 'visitor') await signIn(context, origin, email)
    context.on('weberror', (error) => {
      const { message } = error.error()
      // Only the animation was skipped, for the next screen.
      if (!message.startsWith('Transition was skipped')) note(`an error in the page: ${message}`)
    })
    context.on('console', (message) => {
      // A failed request is one of the answers below.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
      note(`an error in the console: ${message.text()}`)
    })
    context.on('response', (response) => {
      const isRefusal = response.status() === 400 || response.status() >= 500
      if (isRefusal)
        note(`${response.status()} for ${response.request().method()} ${response.url().slice(origin.length)}`)
    })
    const ended = new AbortController()
    const options = {
      'remote-debugger': `http://127.0.0.1:${port}`,
      'instrument-javascript': 'inline',
      'output-path': output,
      width,
      height: 800,
      ...(trace ? { reproduce: trace } : { 'time-limit': `${WALK}s` }),
    }
    const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    const start = origin + (person === 'visitor' ? paths.landing : paths.dashboard)
    const command = [
      '--yes',
      BOMBADIL,
      'browser',
      'test-external',
      '--create-target',
      ...flags,
      start,
      PROMISES,
    ]
    const bombadil = spawn('npx', command, { stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    bombadil.stderr.on('data', (text) => (complaint = `${complaint}${text}`.slice(-2_000)))
    void changeLine(context, ended.signal)
    const [code] = await once(bombadil, 'exit')
    ended.abort()
    const steps = await readSteps(output)
    if (steps.length < 10) throw new Error(`The walk ended early (${code}).\n${complaint}`)
    let cause: Step['action'] = null
    for (const [at, { action, state, violations }] of steps.entries()) {
      if (action !== 'Wait') cause = action
      for (const { name } of violations) {
        // It is one problem as long as it lasts.
        if (steps[at - 1]?.violations.some((before) => before.name === name)) continue
        note(`${name} at ${state.url.slice(origin.length)} after ${JSON.stringify(cause)} (step ${at + 1})`)
      }
    }
    console.log(`${person} ${width}: ${steps.length} steps`)
  } finally {
    await context.close()
    await rm(`${output}-profile`, { recursive: true, force: true })
  }
}

async function signIn(context: BrowserContext, origin: string, email: string) {
  const page = await context.newPage()
  await page.goto(origin + paths.login)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== paths.login)
  await page.close()
}

/** The line gets slow, and later comes and goes. */
async function changeLine(context: BrowserContext, signal: AbortSignal) {
  try {
    await wait(SLOW_FROM * SECOND, undefined, { signal })
    for (const page of context.pages()) {
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', SLOW)
      void wait((OFFLINE_FROM - SLOW_FROM) * SECOND, undefined, { signal }).then(
        () => session.detach(),
        () => undefined,
      )
    }
    await wait((OFFLINE_FROM - SLOW_FROM) * SECOND, undefined, { signal })
    // The walk ends by closing the browser.
    for (let at = OFFLINE_FROM, isOffline = true; at < WALK; at += OFFLINE_FOR, isOffline = !isOffline) {
      await context.setOffline(isOffline)
      await wait(OFFLINE_FOR * SECOND, undefined, { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function readSteps(output: string) {
  const text = await readFile(join(output, 'trace.jsonl'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Step)
}
