import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Files that are named by their content and not in a compressed format. */
const COMPRESSIBLE = /^assets\/.*\.(?:css|js|svg|wasm)$/

/**
 * Writes `.br` and `.gz` beside each hashed file: at the highest level that takes seconds, too long for a server
 * start.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return
        const files = Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file))
        await Promise.all(files.map((file) => compress(join(dir, file))))
      },
    },
  }
}

async function compress(path: string) {
  const content = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await Promise.all([
    writeFile(`${path}.br`, await brotli(content, { params })),
    writeFile(`${path}.gz`, await gzipped(content, { level: 9 })),
  ])
}
