import type { EnvironmentReader } from './environment.ts'

export interface BackupSettings {
  /** Encrypts backups, and is needed to restore them. Without it they are plain files. */
  key: string | undefined
  /** Folder of scheduled backups. There are none without it. */
  folder: string | undefined
  /** Hours between backups. */
  everyHours: number
  /** Number of backups that are kept. */
  keep: number
}

const KEY_CHARACTERS = 32

/** @param problems receives a sentence for each invalid setting */
export function readBackups({ text, integer }: EnvironmentReader, problems: string[]): BackupSettings {
  const key = text('BACKUP_KEY', '') || undefined
  const folder = text('BACKUP_DIR', '') || undefined
  if (key !== undefined && key.length < KEY_CHARACTERS)
    problems.push(`BACKUP_KEY must have at least ${KEY_CHARACTERS} characters.`)
  if (folder !== undefined && text('STORE', 'sqlite') === 'firestore')
    problems.push('BACKUP_DIR is for STORE=sqlite. Schedule backups of Firestore in Google Cloud.')
  return {
    key,
    folder,
    everyHours: integer('BACKUP_EVERY_HOURS', 24, 1, 720),
    keep: integer('BACKUP_KEEP', 14, 1, 1_000),
  }
}
