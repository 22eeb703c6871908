import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

import type { Language } from '#shared/lib/language/languages.ts'

import { messages, pageIn } from './messages.ts'
import { outputOf } from './output-of.ts'

const at = (name: string) => fileURLToPath(new URL(`../offline/${name}`, import.meta.url))

/** Bundles everything into one classic script. */
async function bundle(name: string, language: Language, define: Record<string, string> = {}) {
  const [{ code }] = await outputOf({
    plugins: [messages(language)],
    define,
    build: { rolldownOptions: { input: at(name), output: { format: 'iife' } } },
  })
  return code
}

/** Separate from the script, which would otherwise insert them: our policy forbids that. */
async function stylesOf(name: string) {
  const output = await outputOf({ build: { rolldownOptions: { input: at(name) } } })
  const styles = output.find(({ fileName }) => fileName.endsWith('.css'))
  if (styles?.type !== 'asset') throw new Error(`${name} gave no styles.`)
  return String(styles.source)
}

/**
 * Writes the service worker and its offline page. Their names never change: the worker's address is its identity. The
 * server fills in the product's name. The page's other files have its version in their names, and so belong to it alone.
 */
export function offlinePage(language: Language): Plugin {
  return {
    name: 'offline-page',
    apply: 'build',
    async buildStart() {
      if (this.meta.watchMode) return
      const page = await pageIn(language, await readFile(at('page.html'), 'utf8'))
      const [script, styles] = await Promise.all([bundle('page.ts', language), stylesOf('page.css')])
      const version = createHash('sha256')
        .update([page, script, styles].join('\0'))
        .digest('hex')
        .slice(0, 12)
      const name = `assets/offline-${version}`
      const worker = await bundle('worker.ts', language, { OFFLINE_FILES: JSON.stringify(`/${name}`) })
      const files = {
        'offline.html': page.replaceAll('/offline.', `/${name}.`),
        [`${name}.js`]: script,
        [`${name}.css`]: styles,
        'sw.js': worker,
      }
      for (const [fileName, source] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}
