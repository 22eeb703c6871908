/**
 * `npm run previous-release -- <commit>` keeps the server of a release here, for the rehearsal of the upgrade from it. Its
 * own code only: packages come from `node_modules`.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

import { build, type Rolldown } from 'vite'

import { ENTRIES, fileOf } from './files.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

async function buildRelease(commit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-release-'))
  try {
    const sources = join(folder, 'sources.tar')
    await run('git', ['archive', '-o', sources, commit, 'package.json', 'server', 'shared'], { cwd: ROOT })
    await run('tar', ['-xf', sources, '-C', folder])
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const entry of ENTRIES) {
      const compressed = brotliCompressSync(await bundle(folder, `server/${entry}.ts`))
      await writeFile(fileOf(entry), compressed)
      process.stdout.write(`${fileOf(entry)}: ${compressed.length} bytes\n`)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function bundle(root: string, entry: string) {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: entry,
      write: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        external: (id) => /^[^.#/\0]/.test(id),
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}

const [commit] = process.argv.slice(2)
if (commit === undefined) {
  process.stderr.write('Which release? npm run previous-release -- <commit>\n')
  process.exitCode = 1
} else await buildRelease(commit)
