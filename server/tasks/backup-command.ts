import { ConfigError } from '#server/config.ts'
import { BackupRefused } from '#server/store/backup-refused.ts'

/** The only argument of the command. */
export function fileOf(command: 'backup' | 'restore'): string {
  const [file, ...more] = process.argv.slice(2)
  if (!file || file.startsWith('-') || more.length > 0) {
    throw new ConfigError([`Usage: npm run ${command} -- FILE`])
  }
  return file
}

/** What the operator can do something about becomes a sentence. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof BackupRefused) throw new ConfigError([`${error.message}.`])
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (syscall !== undefined || code === 'ERR_SQLITE_ERROR') throw new ConfigError([`${message}.`])
    throw error
  }
}

export const sizeOf = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
