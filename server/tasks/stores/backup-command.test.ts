import { mkdir } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

import { expect, test } from 'vitest'

import { ConfigError } from '#server/config/config.ts'

import { explained } from './backup-command.ts'

test('an error of SQLite, such as a full disk, becomes a sentence for the operator', async () => {
  const open = async () => new DatabaseSync('/dev/null/store.sqlite')
  await expect(explained(open())).rejects.toThrow(
    new ConfigError(['The store or the backup cannot be read or written: the file cannot be opened.']),
  )
})

test('an error of the operating system becomes a sentence for the operator', async () => {
  const work = mkdir('/dev/null', { recursive: true })
  await expect(explained(work)).rejects.toThrow(new ConfigError(['/dev/null is not a folder.']))
})

test('a programming error is not reported as an operator’s error', async () => {
  await expect(explained(Promise.reject(new TypeError('no function')))).rejects.toThrow(TypeError)
})
