import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { AuthEmulator } from '#server/testing/auth-emulator.ts'
import { freePort, type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'
import { emulatorSettings } from '#server/testing/stack.ts'

import { unpackPreviousRelease } from './files.ts'

const TASKS = join(import.meta.dirname, '../../tasks')

export type Release = 'previous' | 'present'

/** Servers of two releases on one SQLite store, none of which runs yet. */
export async function startReleases(emulator: AuthEmulator, env: Record<string, string>) {
  const previous = await unpackPreviousRelease()
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-upgrade-'))
  const ports = { previous: await freePort(), present: await freePort() }
  const originOf = (release: Release) => `http://localhost:${ports[release]}`
  const origins = { previous: originOf('previous'), present: originOf('present') }
  const started: { release: Release; server: ServerProcess }[] = []
  const serving: Release[] = []
  const logs = (of: Release) =>
    started.map(({ release, server }) => (release === of ? server.logs() : '')).join('')

  return {
    dataDir,
    origins,
    previousCollections: previous.collections,
    /** Where requests belong. */
    serving: () => serving.map(originOf),
    /** Everything that servers of this release have logged. */
    logs,
    /** Their lines about defects of their own. */
    errors: (of: Release) => logs(of).split('\n').filter(isError),

    async start(release: Release) {
      const settings = {
        ...emulatorSettings(emulator),
        ...env,
        PUBLIC_ORIGIN: Object.values(origins).join(','),
        TRUST_PROXY: '127.0.0.1',
        DATA_DIR: dataDir,
        PORT: String(ports[release]),
        DRAIN_DELAY: '1',
        LOG_LEVEL: 'info',
      }
      const server = await startServerProcess(settings, release === 'previous' ? { main: previous.main } : {})
      started.push({ release, server })
      serving.push(release)
    },

    /** Runs a command of the present release. @returns what it says */
    async run(task: 'migrate' | 'prepare-rollback') {
      const settings = { ...process.env, ...emulatorSettings(emulator), DATA_DIR: dataDir }
      const command = [join(TASKS, `${task}.ts`)]
      return (await promisify(execFile)(process.execPath, command, { env: settings })).stdout
    },

    /** As a balancer that sends it nothing more, and an operator who ends it. */
    async drain(release: Release) {
      serving.splice(serving.indexOf(release), 1)
      await started.findLast((each) => each.release === release)?.server.stop()
    },

    async stop() {
      await Promise.all(started.map(({ server }) => server.stop()))
      await Promise.all([rm(dataDir, { recursive: true }), previous.remove()])
    },
  }
}

const isError = (line: string) =>
  /"level":"(error|fatal)"/.test(line) && !line.includes('"msg":"client error"')
