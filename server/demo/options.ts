import { createServer } from 'node:net'
import { join } from 'node:path'

import { DemoError } from './errors.ts'

export interface DemoOptions {
  command: 'demo' | 'dev'
  port: number
  /** A subfolder of `DATA_DIR`: `--fresh` deletes it. */
  dataDir: string
  fresh: boolean
}

export function readOptions(command: DemoOptions['command']): DemoOptions {
  const { PORT = '3000', DATA_DIR = '.data' } = process.env
  const unknown = process.argv.slice(2).find((argument) => argument !== '--fresh')
  if (unknown)
    throw new DemoError(`Unknown option: ${unknown}. The only one is: npm run ${command} -- --fresh`)
  if (!/^\d+$/.test(PORT) || Number(PORT) < 1 || Number(PORT) > 65_535) {
    throw new DemoError(`PORT must be a number from 1 to 65535, not ${PORT}.`)
  }
  return {
    command,
    port: Number(PORT),
    dataDir: join(DATA_DIR, 'demo'),
    fresh: process.argv.includes('--fresh'),
  }
}

/** Called before anything slow, so that a port in use is reported at once. */
export function checkPort({ port, command }: DemoOptions) {
  const other = `PORT=${port === 3000 ? 3001 : 3000} npm run ${command}`
  const reasons: Partial<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is already in use. Stop the process that uses it, or choose another port: ${other}`,
    EACCES: `Port ${port} requires elevated permissions. Choose another port: ${other}`,
  }
  return new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(reasons[error.code ?? ''] ? new DemoError(reasons[error.code ?? ''] ?? '') : error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })
}
