import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { ProjectionLog } from './projection.ts'
import { prepare } from './statement.ts'

/** Version of the file's layout, apart from the views. Files with another one are replaced. */
const FORMAT = 1
const BUSY = 5

export interface ReplicaFileOptions {
  folder: string
  /** Identifies the database that contains the documents. */
  source: string
  /** Instant (ISO). A file is usable if it has every change up to a later one. */
  oldest: string
  /** Writes a file with the views that were stored last. @returns whether there were any */
  restore: (file: string) => Promise<boolean>
  log: ProjectionLog
}

/** State of a collection in a file. */
export interface StoredCollection {
  collection: string
  source: string
  definition: string
  /** JSON. */
  tables: string
  /** Instant (ISO) up to which it has every change. NULL until it has all documents. */
  position: string | null
}

interface ReplicaFile {
  db: DatabaseSync
  file: string
}

/**
 * Opens the first file of the folder that no other process has open. A damaged or read-only one, or one of another
 * format or database, is replaced by the views that were stored last, if there are any, or by an empty file.
 */
export async function openReplicaFile({
  folder,
  source,
  oldest,
  restore,
  log,
}: ReplicaFileOptions): Promise<ReplicaFile> {
  for (let at = 0; ; at += 1) {
    const file = join(folder, `views-${at}.sqlite`)
    const present = openSound(file, log)
    if (!present) continue
    if (hasViews(present, { source, oldest })) return { db: present, file }
    const restored = `${file}.restored`
    const isRestored = await restore(restored)
    present.close()
    removeReplicaFile(file)
    if (isRestored) renameSync(restored, file)
    const db = openSound(file, log)
    // Undefined when another process has taken it in between.
    if (db) return { db, file }
  }
}

export function removeReplicaFile(file: string) {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    rmSync(file + suffix, { force: true, recursive: true })
}

/** Undefined when another process has it open. */
function openSound(file: string, log: ProjectionLog): DatabaseSync | undefined {
  try {
    return openLocked(file)
  } catch (err) {
    log.warn({ err, file }, 'replacing the view file')
    removeReplicaFile(file)
    return openLocked(file)
  }
}

function openLocked(file: string): DatabaseSync | undefined {
  // Only this user may read members' data.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    // Deleted data must not remain in the file, which is also stored elsewhere.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = ON`)
    db.exec('BEGIN IMMEDIATE')
    prepareReplica(db)
    db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
    if (bytesOf(db) > statSync(file).size) throw new Error('The file was truncated')
    return db
  } catch (error) {
    db.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined
    throw error
  }
}

/** @throws Error when it is a different file */
export function prepareReplica(db: DatabaseSync) {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  const { tables } = prepare<{ tables: number }>(db, 'SELECT count(*) AS tables FROM sqlite_schema').get()!
  if (tables > 0 && version !== FORMAT) throw new Error(`The file has format ${version} instead of ${FORMAT}`)
  db.exec(`CREATE TABLE IF NOT EXISTS _replica (collection TEXT PRIMARY KEY, source TEXT NOT NULL,
    definition TEXT NOT NULL, tables TEXT NOT NULL, position TEXT); PRAGMA user_version = ${FORMAT}`)
}

const hasViews = (db: DatabaseSync, { source, oldest }: Pick<ReplicaFileOptions, 'source' | 'oldest'>) =>
  db.prepare('SELECT 1 FROM _replica WHERE source = ? AND position > ?').get(source, oldest) !== undefined

/** Size of the file in bytes. */
export const bytesOf = (db: DatabaseSync) =>
  Number(
    db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()?.[
      'bytes'
    ],
  )
