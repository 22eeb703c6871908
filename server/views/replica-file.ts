import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { ProjectionLog } from './projection.ts'

/** How the file is laid out, beside the views. Files of any other are replaced. */
const FORMAT = 1
const BUSY = 5

interface Deps {
  folder: string
  /** Names the database that the documents are in. */
  source: string
  /** Instant (ISO) since when the changes of a file must be known for it to be of use. */
  oldest: string
  /** Writes a file with views as they were stored last. @returns whether there were any */
  restore: (file: string) => Promise<boolean>
  log: ProjectionLog
}

/** What a file has of a collection. */
export interface StoredCollection {
  collection: string
  source: string
  definition: string
  /** JSON. */
  tables: string
  /** Instant (ISO) up to which it has every change. NULL until it has all documents. */
  position: string | null
}

export interface ReplicaFile {
  db: DatabaseSync
  file: string
}

/**
 * Opens the first file of the folder that no other process has open. One that is damaged, of another release's format,
 * of another database or read-only is replaced: by what was stored last, if there is any, or by an empty one.
 */
export async function openReplicaFile({ folder, source, oldest, restore, log }: Deps): Promise<ReplicaFile> {
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
    // Undefined where another process has taken it in between.
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
    log.warn({ err, file }, 'the file of views is replaced')
    removeReplicaFile(file)
    return openLocked(file)
  }
}

function openLocked(file: string): DatabaseSync | undefined {
  // Members' data is for this user alone.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    // Of what is deleted nothing stays in the file, which is stored elsewhere too.
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

/** @throws Error when it is another file */
export function prepareReplica(db: DatabaseSync) {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number }
  if (tables > 0 && version !== FORMAT) throw new Error(`The file has format ${version} instead of ${FORMAT}`)
  db.exec(`CREATE TABLE IF NOT EXISTS _replica (collection TEXT PRIMARY KEY, source TEXT NOT NULL,
    definition TEXT NOT NULL, tables TEXT NOT NULL, position TEXT); PRAGMA user_version = ${FORMAT}`)
}

const hasViews = (db: DatabaseSync, { source, oldest }: Pick<Deps, 'source' | 'oldest'>) =>
  db.prepare('SELECT 1 FROM _replica WHERE source = ? AND position > ?').get(source, oldest) !== undefined

/** Bytes. */
export const bytesOf = (db: DatabaseSync) =>
  Number(
    db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()?.[
      'bytes'
    ],
  )
