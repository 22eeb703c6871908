import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { HOUR } from '#shared/lib/durations.ts'
import { findLoki, NO_LOKI } from '#server/tools/monitoring-programs.ts'
import { freePort } from '#server/tools/server-process.ts'

const FOLDER = join(import.meta.dirname, '../../deploy/loki')
/** Counts attempts, not time: on a busy machine they take longer, as the start does. */
const READY_ATTEMPTS = 1_200

interface Line {
  labels: Readonly<Record<string, string>>
  /** Epoch milliseconds. Ascending for entries with the same labels. */
  at: number
  text: string
}

interface Series {
  metric: Readonly<Record<string, string>>
  value: [seconds: number, value: string]
}

/** A real Loki with the deployed configuration and rules, except for addresses and folders. */
export async function startLoki() {
  const program = findLoki()
  if (!program) throw new Error(NO_LOKI)
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-loki-'))
  const [port, grpcPort] = [await freePort(), await freePort()]
  const deployed = await readFile(join(FOLDER, 'loki.yaml'), 'utf8')
  const own = deployed
    .replaceAll('/etc/loki/rules', join(folder, 'mounted'))
    .replaceAll(/(?<=: )\/loki/g, folder)
    .replace(
      'http_listen_port: 3100',
      `http_listen_address: 127.0.0.1\n  http_listen_port: ${port}\n  grpc_listen_port: ${grpcPort}`,
    )
  const file = join(folder, 'loki.yaml')
  await writeFile(file, own)
  await mkdir(join(folder, 'mounted/fake'), { recursive: true })
  await copyFile(join(FOLDER, 'rules.yaml'), join(folder, 'mounted/fake/rules.yaml'))

  const child = spawn(program, [`-config.file=${file}`], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-4000)))
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  }

  async function push(lines: readonly Line[]) {
    const streams = lines.map(({ labels, at, text }) => ({ stream: labels, values: [[`${at}000000`, text]] }))
    const answer = await fetch(`${origin}/loki/api/v1/push`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ streams }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }

  async function ask<T>(path: string, parameters: Record<string, string>): Promise<T> {
    const answer = await fetch(`${origin}${path}?${new URLSearchParams(parameters)}`)
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  const query = async (expr: string, at: number) =>
    (await ask<{ data: { result: Series[] } }>('/loki/api/v1/query', { query: expr, time: `${at}000000` }))
      .data.result

  try {
    // It is not ready before it has run for 15 seconds, but accepts lines and queries long before.
    for (let attempt = 1; ; attempt += 1) {
      const now = Date.now()
      const works = await push([{ labels: { job: 'start' }, at: now, text: 'start' }])
        .then(() => query('vector(1)', now))
        .catch((error: unknown) => error)
      if (Array.isArray(works)) break
      if (child.exitCode !== null || attempt === READY_ATTEMPTS) {
        throw new Error(`Loki did not start: ${String(works)}\n${complaint}`)
      }
      await wait(50)
    }
  } catch (error) {
    await stop()
    throw error
  }

  return {
    push,
    async flush() {
      await fetch(`${origin}/flush`, { method: 'POST' })
    },
    /** The value of a metric at an instant in epoch milliseconds. @throws Loki's message about an invalid query */
    query,
    /** Lines, or a metric over the hour before `at`. @returns the number of series or streams */
    async range(expr: string, at: number) {
      const period = { start: `${at - HOUR}000000`, end: `${at}000000`, step: '60s' }
      const { data } = await ask<{ data: { result: unknown[] } }>('/loki/api/v1/query_range', {
        query: expr,
        ...period,
      })
      return data.result.length
    },
    /** Names of the alerts that are loaded. */
    async alerts() {
      const { data } = await ask<{ data: { groups: { rules: { name: string }[] }[] } }>(
        '/prometheus/api/v1/rules',
        {},
      )
      return data.groups.flatMap(({ rules }) => rules.map(({ name }) => name))
    },
    stop,
  }
}
