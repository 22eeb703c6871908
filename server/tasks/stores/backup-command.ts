import { ConfigError } from '#server/config/config.ts'
import { describeSystemError } from '#server/lib/system-errors.ts'
import { BackupRefused } from '#server/store/backups/refused.ts'
import { describeSqliteError } from '#server/store/sqlite/errors.ts'

/** The only argument of the command. */
export function fileOf(command: 'backup' | 'restore'): string {
  const [file, ...more] = process.argv.slice(2)
  if (!file || file.startsWith('-') || more.length > 0) {
    throw new ConfigError([`Usage: npm run ${command} -- FILE`])
  }
  return file
}

/** Turns errors that the operator can fix into a sentence. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const reason = error instanceof BackupRefused ? error.message : describeSystemError(error)
    if (reason !== undefined) throw new ConfigError([`${reason}.`])
    // The error may concern the store or its copy, which are on different disks: SQLite does not say which.
    const refusal = describeSqliteError(error)
    if (refusal === undefined) throw error
    throw new ConfigError([`The store or the backup cannot be read or written: ${refusal}.`])
  }
}

export const sizeOf = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
