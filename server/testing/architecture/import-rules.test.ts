import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/** The configuration loads it. */
const PLUGIN = 'server/tools/lint'

type Import = readonly [place: string, imported: string]

/** Each line is a forbidden import. `new-idea` is a feature that does not exist. */
const FORBIDDEN: Import[] = [
  ['shared/new-idea.ts', '#server/lib/clock.ts'],
  ['shared/new-idea.ts', '#client/lib/request.ts'],
  ['shared/new-idea.ts', 'node:fs'],
  ['shared/new-idea.ts', '#shared/people/members.ts'],
  ['shared/lib/new-idea.ts', '#shared/people/members.ts'],
  ['shared/people/new-idea.ts', '#shared/events/schema.ts'],
  ['shared/people/new-idea/schema.ts', '#shared/events/schema.ts'],
  ['client/lib/new-idea.ts', '#server/lib/clock.ts'],
  ['client/lib/new-idea.ts', '#client/modules/events/events/queries.ts'],
  ['client/lib/new-idea.ts', '../modules/events/events/queries.ts'],
  ['client/ui/NewIdea.tsx', '#client/app/router.tsx'],
  ['client/ui/NewIdea.tsx', 'firebase/auth'],
  ['client/modules/people/new-idea/NewIdeaScreen.tsx', '#client/modules/events/events/queries.ts'],
  ['client/modules/people/new-idea/NewIdeaScreen.tsx', '#client/app/router.tsx'],
  ['client/modules/people/new-idea/NewIdeaScreen.tsx', '#shared/events/schema.ts'],
  ['client/modules/people/new-idea/NewIdeaScreen.tsx', 'typebox'],
  ['client/modules/people/new-idea/part/Part.tsx', '#client/modules/events/events/queries.ts'],
  ['client/modules/people/new-idea/part/Part.tsx', '../queries.ts'],
  ['client/new-folder/NewIdea.tsx', '#client/modules/events/events/queries.ts'],
  ['client/app/NewIdea.tsx', '#server/app.ts'],
  ['client/e2e/new-idea.test.ts', '#server/app.ts'],
  ['server/lib/new-idea.ts', '#server/modules/events/events/service.ts'],
  ['server/http/new-idea.ts', '#server/modules/events/events/service.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/modules/events/events/service.ts'],
  ['server/modules/people/new-idea/service.ts', '../events/service.ts'],
  ['server/modules/people/new-idea/service.ts', '#shared/events/schema.ts'],
  ['server/modules/new-idea.ts', '#server/modules/events/events/service.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/modules/events/module.ts'],
  ['server/modules/events/new-idea/service.ts', '#server/modules/people/members/service.ts'],
  ['server/modules/people/new-idea/queries.ts', '#server/modules/events/events/rights.ts'],
  ['server/views/new-idea.ts', '#server/modules/events/events/service.ts'],
  ['server/views/new-idea.ts', '#server/store/sqlite/store.ts'],
  ['server/lib/new-idea.ts', '#server/views/projection.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/store/sqlite/store.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/http/checks/if-match.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/modules/accounts/sessions/hooks.ts'],
  ['server/modules/people/new-idea/hooks.ts', 'fastify'],
  ['server/modules/people/new-idea/service.ts', 'fastify'],
  ['server/modules/people/new-idea/service.ts', 'firebase-admin/auth'],
  ['server/modules/notifications/push/sender.ts', 'node:https'],
  ['server/modules/notifications/push/https-post.ts', '#server/modules/people/module.ts'],
  ['server/modules/people/new-idea/routes.ts', '#server/modules/events/events/service.ts'],
  ['server/modules/people/new-idea/routes.ts', '#client/lib/request.ts'],
  ['server/modules/people/new-idea/routes.ts', '#shared/events/api.ts'],
  ['server/store/new-adapter.ts', '#server/modules/events/events/collection.ts'],
  ['server/identity/new-adapter.ts', '#server/http/checks/host.ts'],
  ['server/http/new-idea.ts', '#server/modules/accounts/sessions/types.ts'],
  ['server/new-folder/new-idea.ts', '#server/modules/events/events/service.ts'],
  ['server/app.ts', '#server/store/sqlite/store.ts'],
  ['server/modules.ts', '#server/store/sqlite/store.ts'],
  ['server/modules.ts', '#client/lib/request.ts'],
  ['server/app.ts', '#server/identity/firebase.ts'],
  ['server/modules.ts', '#server/metrics/prometheus.ts'],
  ['server/modules.ts', '#server/image-files/folder.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/image-files/folder.ts'],
  ['server/image-files/new-adapter.ts', '#server/modules/people/images/collection.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/metrics/prometheus.ts'],
  ['server/metrics/new-idea.ts', '#server/modules/events/events/service.ts'],
  ['server/logging/new-idea.ts', '#server/modules/events/events/service.ts'],
  ['server/jobs/new-idea.ts', '#server/modules/events/events/service.ts'],
  ['server/preview-images/new-idea.ts', '#server/modules/people/images/service.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/preview-images/worker.ts'],
  ['server/main.ts', '#client/main.tsx'],
  ['server/tools/new-idea.ts', '#server/testing/app.ts'],
  ['server/demo/new-idea.ts', '#server/testing/app.ts'],
]

const ALLOWED: Import[] = [
  ['shared/api.ts', './people/api.ts'],
  ['shared/events/new-idea.ts', '#shared/people/members.ts'],
  ['shared/events/new-idea/schema.ts', '#shared/events/schema.ts'],
  ['client/modules/people/new-idea/queries.ts', '#client/lib/request.ts'],
  ['client/modules/people/new-idea/queries.ts', '#shared/lib/paths.ts'],
  ['client/modules/people/new-idea/queries.ts', '#shared/api.ts'],
  ['client/modules/people/new-idea/queries.ts', '#shared/community/settings.ts'],
  ['client/modules/people/new-idea/NewIdeaScreen.tsx', './queries.ts'],
  ['client/modules/people/new-idea/part/Part.tsx', '#client/modules/people/new-idea/queries.ts'],
  ['client/modules/programme/roster/NewIdea.tsx', '#client/modules/events/events/queries.ts'],
  ['client/modules/programme/roster/list/NewIdea.tsx', '#client/modules/people/members/queries.ts'],
  ['client/app/NewIdea.tsx', '#client/modules/events/events/queries.ts'],
  ['client/e2e/new-idea.test.ts', '#server/tools/stack.ts'],
  ['client/e2e/new-idea.test.ts', '#server/testing/app.ts'],
  ['client/lib/new-idea.ts', 'firebase/auth'],
  ['server/modules/people/new-idea/service.ts', '#server/store/port.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/lib/failure.ts'],
  ['server/modules/people/new-idea/service.ts', '#shared/people/members.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/modules/actor.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/logging/logger.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/store/all-of.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/modules/operations/module.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/image-files/port.ts'],
  ['server/modules/people/new-idea/service.ts', '#server/modules/accounts/sessions/types.ts'],
  ['server/modules/people/new-idea/routes.ts', '#server/modules/accounts/sessions/types.ts'],
  ['server/modules/dashboard/new-idea/queries.ts', '#server/modules/events/events/rights.ts'],
  ['server/modules/accounts/sessions/hooks.ts', 'fastify'],
  ['server/modules/notifications/push/https-post.ts', 'node:https'],
  ['server/modules/people/new-idea/queries.ts', '#server/views/sql.ts'],
  ['server/views/new-idea.ts', '#server/store/port.ts'],
  ['server/modules/people/new-idea/routes.ts', '#server/http/checks/if-match.ts'],
  ['server/store/new-adapter.ts', 'node:sqlite'],
  ['server/app.ts', '#server/modules/people/new-idea/service.ts'],
  ['server/modules.ts', '#server/modules/people/new-idea/service.ts'],
  ['server/app.ts', '#server/store/port.ts'],
  ['server/main.ts', '#server/store/sqlite/store.ts'],
  ['server/tools/new-idea.ts', '#server/store/sqlite/store.ts'],
  ['server/tools/new-idea.test.ts', '#server/testing/app.ts'],
]

const CYCLE: Import[] = [
  ['server/lib/chicken.ts', './egg.ts'],
  ['server/lib/egg.ts', './chicken.ts'],
]

interface Diagnostic {
  code: string
  filename: string
  labels: { span: { line: number } }[]
}

/** One file for each place, with one import per line. */
const lines = Map.groupBy([...FORBIDDEN, ...ALLOWED, ...CYCLE], ([place]) => place)
let folder: string
let diagnostics: Diagnostic[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-imports-'))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(ROOT, 'node_modules/oxlint'), join(folder, 'node_modules/oxlint'))
  for (const file of ['oxlint.config.ts', 'package.json', PLUGIN])
    await cp(join(ROOT, file), join(folder, file), { recursive: true })
  for (const [place, imports] of lines) {
    await mkdir(join(folder, dirname(place)), { recursive: true })
    const text = imports.map(([, imported], index) => `export * as _${index} from '${imported}'\n`).join('')
    await writeFile(join(folder, place), text)
  }
  diagnostics = await lint()
})
afterAll(() => rm(folder, { recursive: true }))

async function lint() {
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint')
  const run = promisify(execFile)(oxlint, ['--format=json', 'client', 'server', 'shared'], { cwd: folder })
  const { stdout } = await run.catch((failure: { stdout: string }) => failure)
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
}

function rulesBrokenBy(place: string, imported: string) {
  const line = 1 + (lines.get(place)?.findIndex((entry) => entry[1] === imported) ?? 0)
  return diagnostics
    .filter(({ filename, labels }) => filename === place && labels[0]?.span.line === line)
    .map(({ code }) => code)
}

describe('the import rules refuse', () => {
  test.each(FORBIDDEN)('%s must not import %s', (place, imported) => {
    expect(rulesBrokenBy(place, imported)).toContain('eslint(no-restricted-imports)')
  })
  test.each(CYCLE)('a cycle is refused between %s and %s', (place, imported) => {
    expect(rulesBrokenBy(place, imported)).toContain('import(no-cycle)')
  })
})

describe('the import rules allow', () => {
  test.each(ALLOWED)('%s may import %s', (place, imported) => {
    expect(rulesBrokenBy(place, imported)).toEqual([])
  })
})

test('a module publishes types to the others, and no code', async () => {
  const files = await Array.fromAsync(glob('server/modules/**/types.ts', { cwd: ROOT }))
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))
  const code = texts.map((text) =>
    stripTypeScriptTypes(text)
      .replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '')
      .trim(),
  )
  expect(files).not.toEqual([])
  expect(Object.fromEntries(files.map((file, at) => [file, code[at]]))).toEqual(
    Object.fromEntries(files.map((file) => [file, ''])),
  )
})
