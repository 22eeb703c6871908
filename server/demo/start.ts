/** `npm run demo`: the whole product on this machine, with sample data. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

import { offeredLanguages } from '#server/config/languages.ts'
import { buildClient } from '#server/tools/client-build.ts'
import { startServerProcess } from '#server/tools/server-process.ts'

import { runDemo, startEnvironment } from './environment.ts'
import { supervise } from './supervise.ts'

await runDemo('demo', async (options, shutdown) => {
  console.log('Building the client, starting the Auth emulator …')
  const [environment] = await Promise.all([
    startEnvironment(options, shutdown),
    buildClient(offeredLanguages(process.env)),
  ])

  const logFile = join(options.dataDir, 'server.log')
  const log = createWriteStream(logFile)
  await supervise(
    {
      name: 'The server',
      advice: `See its log: ${logFile}`,
      start: () => startServerProcess(environment.settings, { onOutput: (text) => log.write(text) }),
    },
    shutdown,
  )
  shutdown.add(async () => console.log('\nStopping …'))
  return { environment, log: logFile }
})
