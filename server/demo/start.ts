/** `npm run demo`: the whole product on this machine, with people and something to see. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

import { buildClient } from '#server/testing/client-build.ts'
import { startServerProcess } from '#server/testing/server-process.ts'

import { createClosing } from './closing.ts'
import { explain } from './errors.ts'
import { checkPort, readOptions } from './options.ts'
import { startSurroundings } from './surroundings.ts'
import { welcome } from './welcome.ts'

const closing = createClosing()

try {
  await start()
} catch (error) {
  console.error(explain(error))
  await closing.close(1)
}

async function start() {
  const began = Date.now()
  const options = readOptions('demo')
  await checkPort(options)

  console.log('Building the client, starting the Auth emulator …')
  const [surroundings] = await Promise.all([startSurroundings(options, closing), buildClient()])
  const { origin, settings, showLinks } = surroundings

  const logFile = join(options.dataDir, 'server.log')
  const log = createWriteStream(logFile)
  const server = await startServerProcess(settings, { onOutput: (text) => log.write(text) })
  closing.add(server.stop)
  closing.add(async () => console.log('\nStopping …'))
  console.log(welcome(origin, { seconds: Math.round((Date.now() - began) / 1000), log: logFile }))
  void showLinks()

  const code = await server.ended
  if (closing.isClosing()) return
  console.error(`The server has ended (${code ?? 'killed'}). Its log is ${logFile}.`)
  await closing.close(1)
}
