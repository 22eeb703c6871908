/** `npm run dev`: the demo, with hot reload of the client and restarts of the server. */
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'

import { storeSettings } from '#server/config/config.ts'
import { communitySettings } from '#server/modules/community/settings/collection.ts'
import { openStore } from '#server/store/adapters/open.ts'
import { freePort, type ServerProcess, startServerProcess } from '#server/tools/server-process.ts'

import { runDemo, startEnvironment } from './environment.ts'
import { describeError } from './errors.ts'
import { filledPages } from './filled-pages.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Editors write a file in several steps. */
const DEBOUNCE = 150

await runDemo('dev', async (options, shutdown) => {
  const environment = await startEnvironment(options, shutdown)
  const { settings, config } = environment

  // Vite serves the page and proxies everything else to the server, so that there is one origin.
  const port = await freePort()
  const server = createRestartable({ ...settings, PORT: String(port) })
  shutdown.add(server.stop)
  await server.start()

  process.env['SERVER_ORIGIN'] = `http://127.0.0.1:${port}`
  const store = await openStore({ ...storeSettings(config), collections: [communitySettings] })
  shutdown.add(() => store.close())
  const vite = await createServer({
    root: join(ROOT, 'client'),
    configFile: join(ROOT, 'client/vite.config.ts'),
    plugins: [filledPages(config.client, store)],
    server: { host: '127.0.0.1', port: options.port, strictPort: true },
  })
  shutdown.add(() => vite.close())
  await vite.listen()

  restartOnChange(server)
  return { environment, log: 'this terminal' }
})

function createRestartable(settings: Record<string, string>) {
  let current: ServerProcess | undefined
  return {
    async start() {
      current = await startServerProcess(settings, { onOutput: (text) => process.stdout.write(text) })
    },
    stop: async () => current?.stop(),
  }
}

function restartOnChange({ start: startServer, stop }: ReturnType<typeof createRestartable>) {
  let pending: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()

  async function restart() {
    console.log('Server code changed. Restarting …')
    await stop()
    // An error in the code is printed; the next change tries again.
    await startServer().catch((error: unknown) => console.error(describeError(error)))
  }

  for (const folder of ['server', 'shared']) {
    watch(join(ROOT, folder), { recursive: true }, (_, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(pending)
      pending = setTimeout(() => (restarting = restarting.then(restart)), DEBOUNCE)
    })
  }
}
