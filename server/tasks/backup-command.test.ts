import { DatabaseSync } from 'node:sqlite'

import { expect, test } from 'vitest'

import { ConfigError } from '#server/config.ts'

import { explained } from './backup-command.ts'

test('what SQLite reports, such as a full disk, is a sentence for the operator', async () => {
  const open = async () => new DatabaseSync('/dev/null/store.sqlite')
  await expect(explained(open())).rejects.toThrow(ConfigError)
})

test('a defect stays one', async () => {
  await expect(explained(Promise.reject(new TypeError('no function')))).rejects.toThrow(TypeError)
})
