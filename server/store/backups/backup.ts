import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

import { DATABASE_FILE } from '#server/store/sqlite/store.ts'
import { describeSqliteError, isBusy, isDamaged } from '#server/store/sqlite/errors.ts'

import { decryptFile, encryptFile, kindOf } from './file.ts'
import { BackupRefused } from './refused.ts'

const ALL_PAGES = 2 ** 31 - 1

interface Paths {
  dataDir: string
  /** Path of the backup. */
  file: string
  /** Encrypts the backup. Any text of 32 characters or more. */
  key?: string | undefined
}

/** Contents of a backup. */
interface BackupContent {
  documents: number
  bytes: number
}

/**
 * Copies the store while servers use it: everything that was answered before the call, and only whole transactions.
 * The copy is checked, and gets its name only once it is complete and on the disk.
 * @throws BackupRefused when there is no store, or `file` exists
 */
export async function backUp({ dataDir, file, key }: Paths): Promise<BackupContent> {
  const database = join(dataDir, DATABASE_FILE)
  if (!existsSync(database)) throw new BackupRefused(`There is no data in ${dataDir}`)
  if (isFolder(file)) throw new BackupRefused(`${file} is a folder. Name a new file in it`)
  if (existsSync(file)) throw new BackupRefused(`${file} exists already`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = temporaryFilesBeside(file)
  try {
    const copy = temporary()
    // Copied in one step: on a busy server, a copy in many steps would restart again and again.
    const source = new DatabaseSync(database, { readOnly: true })
    try {
      await backup(source, copy, { rate: ALL_PAGES })
    } catch (error) {
      throw isDamaged(error) ? withName(database, error) : error
    } finally {
      source.close()
    }
    await chmod(copy, 0o600)
    const content = checked(copy, database)
    const whole = key === undefined ? copy : temporary()
    if (key !== undefined) await encryptFile(copy, whole, key)
    await flush(whole)
    await rename(whole, file)
    await flush(dirname(file))
    return { ...content, bytes: (await stat(file)).size }
  } finally {
    temporary.remove()
  }
}

/**
 * Replaces the store by a backup. The previous store stays beside it, under the name that is returned.
 * @throws BackupRefused when the backup is foreign, damaged or encrypted with another key, or a server runs
 */
export async function restore({ dataDir, file, key }: Paths): Promise<BackupContent & { kept?: string }> {
  if (!existsSync(file)) throw new BackupRefused(`${file} does not exist`)
  if (isFolder(file)) throw new BackupRefused(`${file} is a folder, not a file`)
  const kind = await kindOf(file)
  if (kind === 'encrypted' && key === undefined) throw new BackupRefused(`${file} needs BACKUP_KEY`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const database = join(dataDir, DATABASE_FILE)
  const temporary = temporaryFilesBeside(database)
  try {
    const copy = temporary()
    if (kind === 'encrypted') await decryptFile(file, copy, key!)
    else await copyFile(file, copy)
    await chmod(copy, 0o600)
    const content = checked(copy, file)
    await flush(copy)
    const kept = existsSync(database) ? replace(database, copy) : undefined
    if (kept === undefined) {
      removeLogOf(database)
      renameSync(copy, database)
    }
    await flush(dataDir)
    return { ...content, bytes: (await stat(file)).size, kept }
  } finally {
    temporary.remove()
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** @returns the name of the file that keeps the previous store, even a damaged one */
function replace(database: string, copy: string): string {
  const temporary = temporaryFilesBeside(database)
  const isEmpty = statSync(database).size === 0
  let old: DatabaseSync | undefined
  try {
    // Linked under another name, so that its log is still there unchanged if SQLite fails halfway.
    const name = temporary()
    linkSync(database, name)
    linkLog(database, name)
    old = new DatabaseSync(name, { timeout: 0 })
    const isOneFile = mergeLog(old) && !isEmpty
    const kept = linkBeside(database)
    if (isOneFile) removeLogOf(database)
    else moveLog(database, kept)
    renameSync(copy, database)
    return kept
  } catch (error) {
    if (isBusy(error))
      throw new BackupRefused(`A server has ${database} open. Stop it first`, { cause: error })
    throw withName(database, error)
  } finally {
    old?.close()
    temporary.remove()
  }
}

/**
 * SQLite locks the store before reading it only if there is a log with any content. Otherwise it would refuse a
 * damaged store before noticing that a server has it open.
 */
function linkLog(database: string, name: string) {
  const log = `${database}-wal`
  if (statSync(log, { throwIfNoEntry: false })?.size) linkSync(log, `${name}-wal`)
  else writeFileSync(`${name}-wal`, 'no log', { mode: 0o600 })
}

/**
 * Merges the log into the database while no one else can open it. It is then one file without a log, which would
 * otherwise be applied to the new database too.
 * @returns false when the file is damaged
 */
function mergeLog(old: DatabaseSync): boolean {
  try {
    old.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA journal_mode = DELETE')
    return true
  } catch (error) {
    if (isDamaged(error)) return false
    throw error
  }
}

/** Named by the time, with a number when that name is taken. */
function linkBeside(database: string): string {
  const name = `${database}.before-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  for (let number = 1; ; number += 1) {
    const kept = number === 1 ? name : `${name}-${number}`
    try {
      linkSync(database, kept)
      return kept
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** @throws BackupRefused, naming the `original`, unless its copy is a complete store of this product */
function checked(copy: string, original: string): Omit<BackupContent, 'bytes'> {
  const db = new DatabaseSync(copy, { readOnly: true })
  try {
    const problems = db.prepare('PRAGMA integrity_check(3)').all()
    if (problems.length !== 1 || problems[0]!['integrity_check'] !== 'ok')
      throw new BackupRefused(`${original} is damaged`)
    return { documents: countDocuments(db) }
  } catch (error) {
    if (error instanceof BackupRefused) throw error
    const problem = isDamaged(error) ? 'is damaged' : 'is not a store of this product, or damaged'
    throw new BackupRefused(`${original} ${problem}`, { cause: error })
  } finally {
    db.close()
    removeLogOf(copy)
  }
}

/** SQLite does not say which file it is about. */
function withName(file: string, error: unknown): unknown {
  const problem = describeSqliteError(error)
  if (problem === undefined) return error
  return new BackupRefused(`${file} cannot be read or written: ${problem}`, { cause: error })
}

const LOG_FILES = ['-wal', '-shm']

/** Safe only for a file that contains all its changes. */
function removeLogOf(database: string) {
  for (const end of LOG_FILES) rmSync(database + end, { force: true })
}

function moveLog(from: string, to: string) {
  for (const end of LOG_FILES) if (existsSync(from + end)) renameSync(from + end, to + end)
}

/** Counts the documents of every collection, which is a table with a body. */
function countDocuments(db: DatabaseSync): number {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%body TEXT%'")
    .all()
  // Every store has this table, and other databases are unlikely to.
  db.prepare('SELECT seq FROM _changes LIMIT 1').get()
  return tables
    .map(({ name }) => db.prepare(`SELECT count(*) AS documents FROM "${String(name)}"`).get())
    .map((row) => Number(row!['documents']))
    .reduce((sum, documents) => sum + documents, 0)
}

/** The copy is on the same disk, so that only a rename remains. */
function temporaryFilesBeside(file: string) {
  const names: string[] = []
  const next = () => {
    const name = `${file}.${randomUUID()}.part`
    names.push(name)
    return name
  }
  return Object.assign(next, {
    remove() {
      for (const name of names) {
        rmSync(name, { force: true })
        removeLogOf(name)
      }
    },
  })
}

/** Resolves once it is on the disk; for a folder, its entries. */
async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
