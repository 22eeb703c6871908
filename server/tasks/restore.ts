/**
 * `npm run restore -- FILE` replaces the SQLite store by a backup. The server must be stopped. The previous store
 * stays beside it.
 */
import { resolve } from 'node:path'

import { ConfigError, readConfig } from '#server/config/config.ts'
import { runOrExplain } from '#server/startup.ts'
import { restore } from '#server/store/backups/backup.ts'

import { explained, fileOf, sizeOf } from './stores/backup-command.ts'

await runOrExplain(async () => {
  const file = fileOf('restore')
  const { store, dataDir, backups } = readConfig(process.env)
  if (store !== 'sqlite') {
    throw new ConfigError([
      'STORE is firestore: docs/operations.md says how to restore into another database.',
    ])
  }
  const { documents, bytes, kept } = await explained(restore({ dataDir, file, key: backups.key }))
  process.stdout.write(`Restored ${documents} documents, ${sizeOf(bytes)}, to ${dataDir}.\n`)
  const before =
    kept === undefined
      ? `There was no store in ${resolve(dataDir)} before. If you expected one, check DATA_DIR and what is mounted there.`
      : `The previous store is in ${kept}.`
  process.stdout.write(`${before}\n`)
})
