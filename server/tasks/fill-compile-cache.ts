/**
 * Starts the server once with made-up settings and an empty store, and stops it when it serves, so that Node keeps
 * its compiled code in `NODE_COMPILE_CACHE`: later starts with the same options of Node use it. For the image. Needs
 * no network.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-'))
const main = join(import.meta.dirname, '../../dist/server/main.js')
const server = spawn(process.execPath, [...process.execArgv, main], {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DRAIN_DELAY: '0',
    PUBLIC_ORIGIN: 'https://guildhall.example',
    SERVER_SECRET: 'of a server that nobody can reach',
    FIREBASE_API_KEY: 'none',
    FIREBASE_AUTH_DOMAIN: 'localhost',
    FIREBASE_PROJECT_ID: 'none',
    FIREBASE_APP_ID: 'none',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true })
  process.exitCode = code ?? 1
})
for await (const line of createInterface(server.stdout)) {
  if (line.includes('"msg":"serving"')) server.kill('SIGTERM')
}
