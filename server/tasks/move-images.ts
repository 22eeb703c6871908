/**
 * `npm run move-images -- --to folder` moves the bytes of all images from the store to `IMAGES_DIR`; `--to store` moves
 * them back. Servers may run meanwhile. After an interruption, the same command resumes.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { collections } from '#server/collections.ts'
import { ConfigError, readConfig, storeSettings } from '#server/config/config.ts'
import { moveImages } from '#server/modules/people/images/moving.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { openImageFolder } from '#server/image-files/folder.ts'
import { systemClock } from '#server/lib/clock.ts'
import { runOrExplain } from '#server/startup.ts'

import { openExistingStore } from './stores/existing-store.ts'

const USAGE = 'Usage: npm run move-images -- --to <folder or store>'

await runOrExplain(async () => {
  const to = target()
  const config = readConfig(process.env)
  if (config.imagesDir === undefined) throw new ConfigError(['Set IMAGES_DIR to the folder.'])
  if (!existsSync(config.imagesDir)) {
    throw new ConfigError([
      `There is no folder ${resolve(config.imagesDir)}. Check IMAGES_DIR: the server creates the folder when it starts.`,
    ])
  }
  const store = await openExistingStore({ ...storeSettings(config), collections })
  try {
    const log = {
      warn: (fields: object) => void process.stderr.write(`Missing: ${JSON.stringify(fields)}\n`),
    }
    const folder = await openImageFolder({ store, folder: config.imagesDir, clock: systemClock, log })
    const { moved, lost } = await moveImages(
      to === 'folder'
        ? { store, from: folder, to: folder, unless: 'file' }
        : { store, from: folder, to: filesInDocuments, unless: 'bytes' },
    )
    process.stdout.write(`${moved} images moved to the ${to}. ${lost} have no file.\n`)
  } finally {
    await store.close()
  }
})

function target(): 'folder' | 'store' {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
    if (to === 'folder' || to === 'store') return to
  } catch {
    // An unknown option: the usage lists the valid ones.
  }
  throw new ConfigError([USAGE])
}
