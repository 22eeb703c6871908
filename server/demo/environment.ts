import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { readConfig } from '#server/config/config.ts'
import { startAuthEmulator } from '#server/tools/auth-emulator/auth-emulator.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

import { DEMO_ACCOUNTS, PASSWORD } from './seed/accounts.ts'
import { collectEmailLinks } from './email-links.ts'
import { describeError } from './errors.ts'
import { startMailbox } from './mailbox.ts'
import { checkPort, type DemoOptions, readOptions } from './options.ts'
import { seed } from './seed/seed.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'
import { supervise } from './supervise.ts'

type Environment = Awaited<ReturnType<typeof startEnvironment>>

/** Starts the demo and prints where it is, or in one sentence why it cannot start. @param start also starts the server */
export async function runDemo(
  command: DemoOptions['command'],
  start: (options: DemoOptions, shutdown: Shutdown) => Promise<{ environment: Environment; log: string }>,
) {
  const began = Date.now()
  const shutdown = createShutdown()
  try {
    const options = readOptions(command)
    await checkPort(options)
    const { environment, log } = await start(options, shutdown)
    console.log(startupMessage(environment, { seconds: Math.round((Date.now() - began) / 1000), log }))
    void environment.printEmailLinks()
  } catch (error) {
    console.error(describeError(error))
    await shutdown.close(1)
  }
}

/** The environment of the server: a data folder, an identity provider and sample data. */
export async function startEnvironment({ port, dataDir, fresh }: DemoOptions, shutdown: Shutdown) {
  if (fresh) await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const accountsFile = join(dataDir, 'accounts.json')
  let emulatorPort: number | undefined
  const emulator = await supervise(
    {
      name: 'The Auth emulator',
      advice: 'Start the demo again; accounts are kept.',
      // Starts again on its first port, which the server knows.
      async start() {
        const started = await startAuthEmulator({ accountsFile, port: emulatorPort || undefined })
        emulatorPort = Number(started.host.split(':')[1])
        return started
      },
    },
    shutdown,
  )

  const mailbox = await startMailbox()
  shutdown.add(mailbox.close)
  const origin = `http://localhost:${port}`
  const settings = {
    ...emulatorSettings(emulator),
    ...mailbox.settings,
    PUBLIC_ORIGIN: `${origin},http://127.0.0.1:${port}`,
    STORE: 'sqlite',
    DATA_DIR: dataDir,
    PORT: String(port),
  }
  const config = readConfig({ ...process.env, ...settings })
  await seed(emulator, config)

  const polling = new AbortController()
  shutdown.add(async () => polling.abort())
  return {
    origin,
    emulator,
    mailbox: mailbox.address,
    settings,
    config,
    printEmailLinks: () =>
      collectEmailLinks(emulator, origin, { signal: polling.signal, onEmail: mailbox.addLink }),
  }
}

function startupMessage(
  { origin, mailbox }: Environment,
  { seconds, log }: { seconds: number; log: string },
) {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length))
  return [
    '',
    `  ${origin}`,
    '',
    `  Sign in as one of these, with the password "${PASSWORD}":`,
    ...DEMO_ACCOUNTS.map(({ role, email }) => `    ${email.padEnd(width)}  ${role}`),
    '',
    '  Or create an account with any email. Emails are not sent: they appear here, and at',
    `  ${mailbox}`,
    `  Ready in ${seconds} s. Server log: ${log}. Press Ctrl-C to stop.`,
    '',
  ].join('\n')
}
