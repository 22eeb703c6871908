import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

import { BackupRefused } from './refused.ts'

/**
 * Format of an encrypted backup: magic, salt and nonce, which are authenticated too; the database, encrypted with
 * AES-256-GCM under a key derived from the operator's by HKDF-SHA-256; the tag.
 */
const MAGIC = Buffer.from('GHBACKUP1')
const [SALT, NONCE, TAG] = [16, 12, 16]
const HEADER = MAGIC.length + SALT + NONCE
/** https://www.sqlite.org/fileformat.html#magic_header_string */
const SQLITE_MAGIC = Buffer.from('SQLite format 3\0')

type BackupKind = 'plain' | 'encrypted'

/** @throws BackupRefused for any other file */
export async function kindOf(file: string): Promise<BackupKind> {
  const start = await readAt(file, 0, SQLITE_MAGIC.length)
  if (start.equals(SQLITE_MAGIC)) return 'plain'
  if (start.subarray(0, MAGIC.length).equals(MAGIC)) return 'encrypted'
  throw new BackupRefused(`${file} is not a backup`)
}

export async function encryptFile(from: string, to: string, key: string): Promise<void> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT + NONCE)])
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, header), nonceOf(header)).setAAD(header)
  await pipeline(
    createReadStream(from),
    async function* (plain: AsyncIterable<Buffer>) {
      yield header
      for await (const part of plain) yield cipher.update(part)
      yield cipher.final()
      yield cipher.getAuthTag()
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
  )
}

/**
 * The content of `to` must not be used before this resolves: only the end shows whether it is genuine and complete.
 */
export async function decryptFile(from: string, to: string, key: string): Promise<void> {
  const header = await readAt(from, 0, HEADER)
  const { size } = await stat(from)
  if (size < HEADER + TAG) throw new BackupRefused(`${from} is incomplete`)
  const tag = await readAt(from, size - TAG, TAG)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key, header), nonceOf(header))
    .setAAD(header)
    .setAuthTag(tag)
  const input = createReadStream(from, { start: HEADER, end: size - TAG - 1 })
  try {
    await pipeline(input, decipher, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if (!isFromDecipher(error)) throw error
    throw new BackupRefused(`${from} is incomplete, or BACKUP_KEY is not its key`, { cause: error })
  }
}

const keyOf = (key: string, header: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, header.subarray(MAGIC.length, MAGIC.length + SALT), MAGIC, 32))

const nonceOf = (header: Buffer) => header.subarray(MAGIC.length + SALT)

const isFromDecipher = (error: unknown) => error instanceof Error && !('syscall' in error)

async function readAt(file: string, position: number, length: number): Promise<Buffer> {
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
