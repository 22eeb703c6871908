/**
 * A separate process that runs the Auth emulator: `auth-emulator-host.ts <projectId> <host> <port> [accountsFile]`.
 * It starts no other part of firebase-tools (no command line, hub, web interface or usage reporting), so it needs
 * neither Java nor a network. When forked, it ends with its parent, however that one ended.
 */
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'

import { portOf } from '#server/tools/ports/port-of.ts'

import { loadAccounts, saveAccounts } from './auth-emulator-accounts.ts'

interface EmulatorModule {
  createApp(projectId: string): Promise<RequestListener>
}

interface ApiSpec {
  default: { paths: Record<string, unknown> }
}

/** Operations that neither the SDKs here nor the tests call: each costs the start about 0.1 s of schema compilation. */
const UNUSED =
  /tenant|mfa|config|v2|saml|gamecenter|phone|ios|verification|query|recaptcha|batchdelete|createauthuri|emaillink/i

const SAVE_AFTER = 200

const [projectId = 'demo-guildhall', host = '127.0.0.1', port = '0', accountsFile = ''] =
  process.argv.slice(2)
let scheduled: NodeJS.Timeout | undefined
/** The latest write. The next starts after it, because both write to the same file. */
let saving = Promise.resolve()

process.on('disconnect', async () => {
  if (scheduled) save()
  await saving
  process.exit()
})

const require = createRequire(import.meta.url)
const { paths } = (require('firebase-tools/lib/emulator/auth/apiSpec.js') as ApiSpec).default
for (const path of Object.keys(paths)) if (UNUSED.test(path)) delete paths[path]
const { createApp } = require('firebase-tools/lib/emulator/auth/server.js') as EmulatorModule
const emulator = await createApp(projectId)

const server = createServer((request, response) => {
  response.on('finish', () => {
    if (accountsFile && request.method !== 'GET') scheduled ??= setTimeout(save, SAVE_AFTER)
  })
  emulator(request, response)
})
// The caller closes idle connections. If this side did, a call that is just being sent on one would fail.
server.keepAliveTimeout = 0
const origin = () => `http://${host}:${portOf(server)}`

/** A write that fails is reported; the next change writes everything again. */
function save() {
  clearTimeout(scheduled)
  scheduled = undefined
  saving = saving
    .then(() => saveAccounts(origin(), projectId, accountsFile))
    .catch((error: unknown) => console.error('The accounts were not saved.', error))
}

server.listen(Number(port), host, async () => {
  if (accountsFile) await loadAccounts(origin(), projectId, accountsFile)
  process.send?.({ port: portOf(server) })
})
