import { readFile } from 'node:fs/promises'

import { minify, type Plugin, transformWithOxc } from 'vite'

const source = new URL('../boot.ts', import.meta.url)

async function compile() {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source.pathname)
  // In a block, or its names would be everyone's globals.
  const result = await minify('boot.js', `{${code}}`)
  return result.code
}

/**
 * Puts `boot.ts` first in the head as a classic script: it has to run before the first paint (colours) and
 * before any module can fail (errors), and a module is always deferred.
 */
export function bootScript(): Plugin {
  let url = '/boot.js'
  return {
    name: 'boot-script',
    configureServer(server) {
      server.middlewares.use('/boot.js', async (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(await compile())
      })
    },
    async buildStart() {
      if (this.meta.watchMode || this.environment.config.command !== 'build') return
      const reference = this.emitFile({ type: 'asset', name: 'boot.js', source: await compile() })
      url = `/${this.getFileName(reference)}`
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: url }, injectTo: 'head-prepend' }],
  }
}
