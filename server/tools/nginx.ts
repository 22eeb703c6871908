import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { findProgram } from './find-program.ts'

const CONFIGURATION = join(import.meta.dirname, '../deploy/nginx.conf')

export const NO_NGINX = 'nginx was not found. Install it: the tests put two servers behind it.'

export const findNginx = () => findProgram(['nginx'])

/** A real nginx with the deployed configuration, except for addresses and folders. */
export async function startNginx({ port, replicaPorts }: { port: number; replicaPorts: readonly number[] }) {
  const program = findNginx()
  if (!program) throw new Error(NO_NGINX)
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, await configuration({ folder, port, replicaPorts }))

  const child = spawn(program, ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  const ended = once(child, 'exit')
  await untilListening(port, () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start.\n${complaint}`)
  })
  return {
    complaints: () => complaint,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function configuration({
  folder,
  port,
  replicaPorts,
}: {
  folder: string
  port: number
  replicaPorts: readonly number[]
}) {
  const deployed = await readFile(CONFIGURATION, 'utf8')
  const [replica] = deployed.match(/server replica:3000.*;/) ?? []
  if (!replica || !deployed.includes('listen 8080;'))
    throw new Error(`${CONFIGURATION} has a different structure now.`)
  const replicas = replicaPorts.map((replicaPort) =>
    replica.replace('replica:3000', `127.0.0.1:${replicaPort}`),
  )
  return deployed
    .replace(replica, replicas.join('\n    '))
    .replaceAll('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('/tmp/', `${folder}/`)
}

async function untilListening(port: number, check: () => void) {
  for (;;) {
    check()
    // Any answer will do, even a 502.
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined)
    if (answer) return
    await wait(20)
  }
}
