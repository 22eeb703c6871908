import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import { build, type Connect, preview } from 'vite'

import { bootScript } from '#client/build/boot-script.ts'
import { shortCode } from '#shared/lib/short-code.ts'

import { createIntake } from './intake.ts'

export const AS_ASKED_ID = '8d3ac5c2-6a0b-4f6e-9d0b-5e0443dff12a'

/** `/api/answer/503` answers 503, 502 like a proxy without a server, and 0 without an answer. */
const answerAsAsked: Connect.NextHandleFunction = ({ url }, response) => {
  const status = Number(url?.slice(1))
  if (status === 0) return void response.destroy()
  response.statusCode = status
  if (status === 502) return void response.setHeader('content-type', 'text/html').end('<h1>No server</h1>')
  response.setHeader('content-type', 'application/problem+json')
  response.end(
    JSON.stringify({
      status,
      code: 'as_asked',
      title: `Answered ${status}.`,
      detail: 'As asked.',
      requestId: AS_ASKED_ID,
      shortCode: shortCode(AS_ASKED_ID),
    }),
  )
}

/** The page in `page/`, built like the app but with React's development version, and served with an error intake. */
export async function startHarness() {
  const outDir = await mkdtemp(join(tmpdir(), 'guildhall-harness-'))
  const { intake, handle } = createIntake()
  const shared = { root: join(import.meta.dirname, 'page'), configFile: false, logLevel: 'error' } as const
  await build({
    ...shared,
    mode: 'production',
    build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
    plugins: [react(), bootScript('en')],
  })
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { port: 0, host: 'localhost' },
    plugins: [
      {
        name: 'harness-api',
        configurePreviewServer({ middlewares }) {
          middlewares.use('/api/client-errors', (request, response) => void handle(request, response))
          middlewares.use('/api/answer', answerAsAsked)
        },
      },
    ],
  })
  return {
    origin: new URL(server.resolvedUrls?.local[0] ?? '').origin,
    intake,
    async stop() {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}
