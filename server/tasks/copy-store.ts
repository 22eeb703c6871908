/**
 * `npm run copy-store -- --from sqlite --to firestore`, or the other way round, copies all data between the stores that
 * the environment names. After an interruption, the same command resumes where it stopped.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { collections as declared } from '#server/collections.ts'
import { ConfigError, readConfig, storeSettings } from '#server/config/config.ts'
import { runOrExplain } from '#server/startup.ts'
import { CopyRefused, copyStore, storeCopies } from '#server/store/copy.ts'
import { openStore } from '#server/store/adapters/open.ts'

import { openExistingStore } from './stores/existing-store.ts'

type Kind = 'sqlite' | 'firestore'

/** Documents are copied again after an interruption, including append-only ones. */
const collections = declared.map((collection) => ({ ...collection, appendOnly: false }))

const USAGE = 'Usage: npm run copy-store -- --from <sqlite or firestore> --to <the other one>'

async function copy() {
  const { from, to } = kinds()
  const settings = storeSettings(readConfig(process.env))
  const { dataDir, projectId, databaseId } = settings
  // Exclusive: a server that still ran would write documents that the copy lacks.
  const options = { ...settings, collections: [...collections, storeCopies], exclusive: true }
  const source = await openExistingStore({ ...options, store: from })
  const target = await openStore({ ...options, store: to })
  const names = { sqlite: resolve(dataDir), firestore: `${projectId}/${databaseId}` }
  try {
    await copyStore({
      from: source,
      to: target,
      source: names[from],
      collections,
      onProgress: (name, documents, of) => {
        process.stdout.write(`\r${name}: ${documents} of ${of}${documents < of ? '' : '\n'}`)
      },
    })
  } catch (error) {
    throw error instanceof CopyRefused ? new ConfigError([error.message]) : error
  } finally {
    await Promise.all([source.close(), target.close()])
  }
  process.stdout.write(
    `${names[to]} has the same documents as ${names[from]}. Start the server with STORE=${to}.\n`,
  )
}

function kinds(): { from: Kind; to: Kind } {
  try {
    const { from, to } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } }).values
    if (from === 'sqlite' && to === 'firestore') return { from, to }
    if (from === 'firestore' && to === 'sqlite') return { from, to }
  } catch {
    // An unknown option: the usage lists the valid ones.
  }
  throw new ConfigError([USAGE])
}

await runOrExplain(copy)
