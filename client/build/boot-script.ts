import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'

import type { Language } from '#shared/lib/language/languages.ts'

import { messages } from './messages.ts'
import { outputOf } from './output-of.ts'

const SOURCE = fileURLToPath(new URL('../boot.ts', import.meta.url))

/** Bundled into one classic script: shared chunks would have to be modules. */
async function bundle(language: Language) {
  const [{ code }] = await outputOf({
    plugins: [messages(language)],
    build: { rolldownOptions: { input: SOURCE, output: { format: 'iife' } } },
  })
  return code
}

/**
 * Puts `boot.ts` first in the head as a classic script: it has to run before the first paint (colours) and
 * before any module can fail (errors), and a module is always deferred.
 */
export function bootScript(language: Language): Plugin {
  let url = '/boot.js'
  return {
    name: 'boot-script',
    configureServer(server) {
      server.middlewares.use('/boot.js', async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await bundle(language))
      })
    },
    async buildStart() {
      if (this.meta.watchMode || this.environment.config.command !== 'build') return
      const reference = this.emitFile({ type: 'asset', name: 'boot.js', source: await bundle(language) })
      url = `/${this.getFileName(reference)}`
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: url }, injectTo: 'head-prepend' }],
  }
}
