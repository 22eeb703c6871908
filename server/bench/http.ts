import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { buildClient } from '#server/tools/client-build.ts'

import { requestsPerSecond } from './load.ts'
import { startNginx } from './nginx.ts'
import { row, type Row } from './row.ts'

const CLIENT = join(import.meta.dirname, '../../dist/client')
const OWN = { host: 'localhost', 'sec-fetch-site': 'same-origin' }
const COMPRESSED = { ...OWN, 'accept-encoding': 'gzip' }

/** Cost of everything around a route, and static files compared with nginx where that is installed. */
export async function httpRows(): Promise<Row[]> {
  await buildClient()
  const child = fork(join(import.meta.dirname, 'servers/http-server.ts'))
  try {
    const [{ product, bare }] = (await once(child, 'message')) as [{ product: number; bare: number }]
    return [await stackRow(product, bare), ...(await staticRows(product))]
  } finally {
    child.disconnect()
  }
}

async function stackRow(product: number, bare: number) {
  const path = '/api/session'
  const targets = [product, bare].map((port) => ({ port, path, headers: OWN }))
  const [ops = 0, baseline = 0] = await requestsPerSecond(targets)
  return row('JSON route, full stack, signed out / bare Fastify', ops, baseline, 0.38)
}

async function staticRows(product: number) {
  const asset = `/assets/${await largestAsset()}`
  const nginx = await startNginx(CLIENT, ['/index.html', asset])
  if (!nginx) return []
  try {
    const [page = 0, nginxPage = 0, script = 0, nginxScript = 0] = await requestsPerSecond([
      { port: product, path: '/events', headers: COMPRESSED },
      { port: nginx.port, path: '/index.html', headers: COMPRESSED },
      { port: product, path: asset, headers: COMPRESSED },
      { port: nginx.port, path: asset, headers: COMPRESSED },
    ])
    return [
      row('index.html / nginx', page, nginxPage, 0.45),
      row('largest script / nginx', script, nginxScript, 0.45),
    ]
  } finally {
    await nginx.stop()
  }
}

async function largestAsset() {
  const names = (await readdir(join(CLIENT, 'assets'))).filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(CLIENT, 'assets', name))).size))
  return names[sizes.indexOf(Math.max(...sizes))]
}
