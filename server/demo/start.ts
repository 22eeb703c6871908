/** `npm run demo`: the whole product on this machine, with sample data. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

import { offeredLanguages } from '#server/config/languages.ts'
import { buildClient } from '#server/tools/client-build.ts'
import { startServerProcess } from '#server/tools/server-process.ts'

import { startEnvironment, startupMessage } from './environment.ts'
import { describeError } from './errors.ts'
import { checkPort, readOptions } from './options.ts'
import { createShutdown } from './shutdown.ts'
import { supervise } from './supervise.ts'

const shutdown = createShutdown()

try {
  await start()
} catch (error) {
  console.error(describeError(error))
  await shutdown.close(1)
}

async function start() {
  const began = Date.now()
  const options = readOptions('demo')
  await checkPort(options)

  console.log('Building the client, starting the Auth emulator …')
  const [environment] = await Promise.all([
    startEnvironment(options, shutdown),
    buildClient(offeredLanguages(process.env)),
  ])
  const { settings, printEmailLinks } = environment

  const logFile = join(options.dataDir, 'server.log')
  const log = createWriteStream(logFile)
  await supervise(
    {
      name: 'The server',
      advice: `See its log: ${logFile}`,
      start: () => startServerProcess(settings, { onOutput: (text) => log.write(text) }),
    },
    shutdown,
  )
  shutdown.add(async () => console.log('\nStopping …'))
  console.log(startupMessage(environment, { seconds: Math.round((Date.now() - began) / 1000), log: logFile }))
  void printEmailLinks()
}
