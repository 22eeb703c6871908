import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { GoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'
import { freePort } from '#server/tools/server-process.ts'

import { MEMORY_SETTINGS } from './memory-settings.ts'

const MAIN = join(import.meta.dirname, '../../dist/server/main.js')
const END_WITH_PARENT = join(import.meta.dirname, '../tools/end-with-parent.ts')
const DETOUR = join(import.meta.dirname, '../testing/stand-ins/google-detour.ts')
const POLL_INTERVAL = 5

/** The parts of the stand-in for Google that a server in another process needs. */
export type Google = Pick<GoogleStandIn, 'projectId' | 'port' | 'certificate'> & { privateKey: string }

export const ORIGIN = 'https://guildhall.example'

/** Writes the files that the server needs to use it: a service account's key, and a certificate to trust. */
async function writeGoogleFiles(google: Google, folder: string) {
  const [key, certificate] = [join(folder, 'google-key.json'), join(folder, 'google.pem')]
  const account = {
    type: 'service_account',
    project_id: google.projectId,
    private_key_id: 'bench',
    private_key: google.privateKey,
    client_email: `bench@${google.projectId}.iam.gserviceaccount.com`,
    client_id: '1',
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  await Promise.all([writeFile(key, JSON.stringify(account)), writeFile(certificate, google.certificate)])
  return { GOOGLE_APPLICATION_CREDENTIALS: key, NODE_EXTRA_CA_CERTS: certificate }
}

/**
 * Starts the output of `buildServer` with SQLite like the image, logging to nowhere. Resolves once it is ready.
 * @param options.env in addition to the required settings
 */
export async function startProductionServer(
  google: Google,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
) {
  const port = await freePort()
  const files = await writeGoogleFiles(google, dataDir)
  const startedAt = performance.now()
  const child = fork(MAIN, {
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PUBLIC_ORIGIN: ORIGIN,
      TRUST_PROXY: '127.0.0.1',
      SERVER_SECRET: 'a secret of the benchmark, long enough',
      FIREBASE_API_KEY: 'bench',
      FIREBASE_AUTH_DOMAIN: 'localhost',
      FIREBASE_PROJECT_ID: google.projectId,
      FIREBASE_APP_ID: 'bench',
      GOOGLE_STAND_IN_PORT: String(google.port),
      ...MEMORY_SETTINGS,
      ...files,
      ...env,
    },
    execArgv: ['--import', END_WITH_PARENT, '--import', DETOUR],
    // Shields it from Ctrl-C: its parent decides when it drains.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await untilReady(port, child)
  return {
    port,
    /** Milliseconds from the start of the process until it was ready. */
    readyIn: performance.now() - startedAt,
    residentBytes: () => residentBytes(child.pid!),
    /** Resolves when it has drained. */
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export type ProductionServer = Awaited<ReturnType<typeof startProductionServer>>

async function untilReady(port: number, child: ChildProcess) {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await wait(POLL_INTERVAL)
  }
  throw new Error(`The server ended with ${child.exitCode}.`)
}

async function residentBytes(pid: number) {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1_024
}
