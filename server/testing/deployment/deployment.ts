import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { configAdvice, variablesRead } from '#server/config/advice.ts'
import { readConfig } from '#server/config/config.ts'
import { SHUTDOWN } from '#server/lib/lifecycle.ts'
import { SECOND } from '#shared/lib/durations.ts'

export const ROOT = join(import.meta.dirname, '../../..')
export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
/** Seconds after which the server has exited in any case. */
export const EXITS_WITHIN_SECONDS = Math.ceil(SHUTDOWN.exit / SECOND)
/** Read by Google's libraries instead of config/config.ts. */
export const NOT_OURS = ['GOOGLE_APPLICATION_CREDENTIALS']
const onDisk = (device: number) => ({ exists: true, device, problem: undefined })
const TWO_DISKS = {
  dataDir: onDisk(1),
  backupDir: onDisk(2),
  imagesDir: undefined,
  sourceMapsDir: onDisk(1),
}

/** The variables that a deployment file sets and nothing reads. */
export const unread = (names: Iterable<string>) =>
  [...names].filter((name) => !variablesRead().has(name) && !NOT_OURS.includes(name))

/** The output of `npm run check-config` for a deployment's environment. */
export const adviceFor = (env: Record<string, string>) => [...configAdvice(readConfig(env), env, TWO_DISKS)]
