import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { readConfig } from '#server/config.ts'
import { startAuthEmulator } from '#server/testing/auth-emulator.ts'
import { emulatorSettings } from '#server/testing/stack.ts'

import type { Closing } from './closing.ts'
import { showLinks } from './links.ts'
import type { DemoOptions } from './options.ts'
import { seed } from './seed.ts'

/** Everything that the server needs around it: a folder, an identity provider, people and something to see. */
export async function startSurroundings({ port, dataDir, fresh }: DemoOptions, closing: Closing) {
  if (fresh) await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const emulator = await startAuthEmulator({ accountsFile: join(dataDir, 'accounts.json') })
  closing.add(emulator.close)

  const origin = `http://localhost:${port}`
  const settings = {
    ...emulatorSettings(emulator),
    PUBLIC_ORIGIN: `${origin},http://127.0.0.1:${port}`,
    STORE: 'sqlite',
    DATA_DIR: dataDir,
    PORT: String(port),
  }
  const config = readConfig({ ...process.env, ...settings })
  await seed(emulator, config)

  const watching = new AbortController()
  closing.add(async () => watching.abort())
  return { origin, settings, config, showLinks: () => showLinks(emulator, origin, watching.signal) }
}
