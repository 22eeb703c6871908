import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { ConfigError } from '#server/config/config.ts'
import { openStore, type StoreOptions } from '#server/store/adapters/open.ts'
import { DATABASE_FILE } from '#server/store/sqlite/store.ts'

/** @throws ConfigError when the folder has no store, which opening would create: `DATA_DIR` may be mistyped */
export function assertStoreExists({ store, dataDir }: Pick<StoreOptions, 'store' | 'dataDir'>) {
  if (store !== 'sqlite' || existsSync(join(dataDir, DATABASE_FILE))) return
  throw new ConfigError([
    `There is no store in ${resolve(dataDir)}. Check DATA_DIR: the server creates its store when it first starts.`,
  ])
}

/** Opens the store for commands about a server's existing data. */
export async function openExistingStore(options: StoreOptions) {
  assertStoreExists(options)
  return openStore(options)
}
