/**
 * `npm run backup -- FILE` writes a copy of the SQLite store to a new file, whether or not the server runs. With
 * `BACKUP_KEY` it is encrypted.
 */
import { ConfigError, readConfig } from '#server/config/config.ts'
import { runOrExplain } from '#server/startup.ts'
import { backUp } from '#server/store/backups/backup.ts'

import { explained, fileOf, sizeOf } from './stores/backup-command.ts'
import { assertStoreExists } from './stores/existing-store.ts'

await runOrExplain(async () => {
  const file = fileOf('backup')
  const { store, dataDir, backups } = readConfig(process.env)
  if (store !== 'sqlite') {
    throw new ConfigError(['STORE is firestore: docs/operations.md has the commands for its backups.'])
  }
  assertStoreExists({ store, dataDir })
  const { documents, bytes } = await explained(backUp({ dataDir, file, key: backups.key }))
  process.stdout.write(`${file}: ${documents} documents, ${sizeOf(bytes)}, checked.\n`)
})
