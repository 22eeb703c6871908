import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

import { decryptFile, encryptFile, kindOf } from './backup-file.ts'
import { BackupRefused } from './backup-refused.ts'
import { DATABASE_FILE } from './sqlite.ts'
import { describeSqliteError, isBusy, isDamaged } from './sqlite-errors.ts'

const ALL_PAGES = 2 ** 31 - 1

interface Paths {
  dataDir: string
  /** The backup. */
  file: string
  /** Encrypts it. Any text of 32 characters or more. */
  key?: string | undefined
}

/** What a backup holds. */
export interface BackupContent {
  documents: number
  bytes: number
}

/**
 * Copies the store while servers use it: all that was answered before the call, and nothing by halves. The copy is
 * checked, and has its name only once it is whole and on the disk.
 * @throws BackupRefused where there is no store, or `file` exists
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
    // In one step: a busy server would make one of many steps start again and again.
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
 * Puts a backup in place of the store. What was there stays beside it, under the name that is returned.
 * @throws BackupRefused where the backup is foreign, damaged or locked by another key, or a server runs
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
    return { ...content, bytes: (await stat(file)).size, ...(kept !== undefined && { kept }) }
  } finally {
    temporary.remove()
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** @returns the name of the file that keeps what was there, also where it is damaged */
function replace(database: string, copy: string): string {
  const temporary = temporaryFilesBeside(database)
  const isEmpty = statSync(database).size === 0
  let old: DatabaseSync | undefined
  try {
    // Under another name, so that its log is still there as it was if SQLite fails halfway.
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
 * SQLite locks the store before it reads it only where there is a log with any content. Otherwise it would refuse a
 * damaged store before it noticed that a server has it open.
 */
function linkLog(database: string, name: string) {
  const log = `${database}-wal`
  if (statSync(log, { throwIfNoEntry: false })?.size) linkSync(log, `${name}-wal`)
  else writeFileSync(`${name}-wal`, 'no log', { mode: 0o600 })
}

/**
 * Nobody else can open the store until it is closed. It is one file then, without a log, which would be applied to the
 * other one too.
 * @returns whether it is: not where the file is damaged
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

/** Under the time, and a number where that name is taken. */
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

/** @throws BackupRefused, which names the `original`, unless its copy is a whole store of this product */
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

/** Only of a file that has all its changes in it. */
function removeLogOf(database: string) {
  for (const end of LOG_FILES) rmSync(database + end, { force: true })
}

function moveLog(from: string, to: string) {
  for (const end of LOG_FILES) if (existsSync(from + end)) renameSync(from + end, to + end)
}

/** Of every collection, which is a table with a body. */
function countDocuments(db: DatabaseSync): number {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%body TEXT%'")
    .all()
  // Any store has it, and no other database is likely to.
  db.prepare('SELECT seq FROM _changes LIMIT 1').get()
  return tables
    .map(({ name }) => db.prepare(`SELECT count(*) AS documents FROM "${String(name)}"`).get())
    .map((row) => Number(row!['documents']))
    .reduce((sum, documents) => sum + documents, 0)
}

/** On the same disk, so that a renaming is all that is left to do. */
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

/** Until it is on the disk. Of a folder: its entries. */
async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
