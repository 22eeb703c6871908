import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { BrowserContext } from 'playwright-core'

import { paths } from '#shared/lib/paths.ts'
import { DEMO_ACCOUNTS, PASSWORD } from '#server/demo/seed/accounts.ts'
import { startEnvironment } from '#server/demo/environment.ts'
import { createShutdown } from '#server/demo/shutdown.ts'
import { buildClient } from '#server/tools/client-build.ts'
import { freePort, startServerProcess } from '#server/tools/server-process.ts'

export type Demo = Awaited<ReturnType<typeof startDemo>>

/** The demo's community, with the built client and a new store. */
export async function startDemo() {
  await buildClient()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const port = await freePort()
  const environment = await startEnvironment(
    { command: 'demo', port, dataDir, fresh: false },
    createShutdown(),
  )
  const server = await startServerProcess(environment.settings)
  return {
    origin: environment.origin,
    mailbox: environment.mailbox,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs the demo's member in. */
export async function signIn(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.goto(origin + paths.login)
  await page.getByLabel('Email').fill(DEMO_ACCOUNTS[0]!.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
  await page.close()
}
