import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { offeredLanguages } from '#server/config/languages.ts'

import { type AuthEmulatorAddress, authEmulatorAt } from './auth-emulator/auth-emulator.ts'
import { buildClient } from './client-build.ts'
import { builtServer } from './server-build.ts'
import { freePort, startServerProcess } from './server-process.ts'

/** Settings of a server that trusts an Auth emulator; the values that Firebase would provide are made up. */
export const emulatorSettings = ({ host, projectId }: AuthEmulatorAddress) => ({
  NODE_ENV: 'development',
  FIREBASE_API_KEY: 'emulator',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_PROJECT_ID: projectId,
  FIREBASE_APP_ID: 'emulator',
  FIREBASE_AUTH_EMULATOR_HOST: host,
})

/**
 * The whole product on one origin, as people use it: the built client, the real server in a separate process, SQLite
 * in a temporary folder, and the Auth emulator of the run.
 * @param authEmulator `inject('authEmulator')`
 */
export async function startStack({
  authEmulator,
  env = {},
}: {
  authEmulator: AuthEmulatorAddress
  env?: Record<string, string>
}) {
  await buildClient(offeredLanguages(env))
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-'))
  const port = await freePort()
  const settings = {
    ...emulatorSettings(authEmulator),
    TRUST_PROXY: '127.0.0.1,::1',
    DATA_DIR: dataDir,
    PORT: String(port),
    ...env,
  }
  const server = await startServerProcess(settings, { main: await builtServer() })

  return {
    origin: `http://localhost:${port}`,
    emulator: authEmulatorAt(authEmulator),
    dataDir,
    logs: server.logs,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
