/** `npm run dev`: as the demo, but the client reloads while it is edited and the server restarts. */
import { watch } from 'node:fs'
import { join } from 'node:path'

import { createServer } from 'vite'

import { freePort, type ServerProcess, startServerProcess } from '#server/testing/server-process.ts'

import { createClosing } from './closing.ts'
import { explain } from './errors.ts'
import { checkPort, readOptions } from './options.ts'
import { startSurroundings } from './surroundings.ts'
import { welcome } from './welcome.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Editors write a file in several steps. */
const QUIET = 150

const closing = createClosing()

try {
  await start()
} catch (error) {
  console.error(explain(error))
  await closing.close(1)
}

async function start() {
  const began = Date.now()
  const options = readOptions('dev')
  await checkPort(options)
  const { origin, settings, config, showLinks } = await startSurroundings(options, closing)

  // The page comes from Vite, everything else through it from the server; one address shows both.
  const port = await freePort()
  const server = createRestartable({ ...settings, PORT: String(port) })
  closing.add(server.stop)
  await server.start()

  process.env['SERVER_ORIGIN'] = `http://127.0.0.1:${port}`
  process.env['CLIENT_SETTINGS'] = JSON.stringify(config.client)
  const vite = await createServer({
    root: join(ROOT, 'client'),
    configFile: join(ROOT, 'client/vite.config.ts'),
    server: { host: '127.0.0.1', port: options.port, strictPort: true },
  })
  closing.add(() => vite.close())
  await vite.listen()

  console.log(welcome(origin, { seconds: Math.round((Date.now() - began) / 1000), log: 'shown here' }))
  void showLinks()
  restartOnChange(server)
}

function createRestartable(settings: Record<string, string>) {
  let current: ServerProcess | undefined
  return {
    async start() {
      current = await startServerProcess(settings, { onOutput: (text) => process.stdout.write(text) })
    },
    stop: async () => current?.stop(),
  }
}

function restartOnChange({ start: startAgain, stop }: ReturnType<typeof createRestartable>) {
  let pending: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()

  async function restart() {
    console.log('The server restarts: its code has changed.')
    await stop()
    // A mistake in the code is shown; the next change tries again.
    await startAgain().catch((error: unknown) => console.error(explain(error)))
  }

  for (const folder of ['server', 'shared']) {
    watch(join(ROOT, folder), { recursive: true }, (_, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(pending)
      pending = setTimeout(() => (restarting = restarting.then(restart)), QUIET)
    })
  }
}
