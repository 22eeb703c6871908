import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

import { MEMORY_SETTINGS } from '#server/bench/memory-settings.ts'

import { read, ROOT } from './deployment.ts'

const packageJson = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>
}
const lockfile = JSON.parse(read('package-lock.json')) as Lockfile

test('the image and the checks run on the same Node', () => {
  const [, inImage] = /^ARG NODE_VERSION=(.+)$/m.exec(read('Dockerfile')) ?? []
  expect(inImage).toBe(packageJson.devDependencies['node'])
  expect(inImage?.split('.')[0]).toBe(read('.nvmrc').trim())
})

test('files in the image import nothing that it leaves out', () => {
  const removed = [
    ...[
      'bench',
      'demo',
      'deploy',
      'testing',
      'tools',
      'tasks/checks',
      'tasks/generators',
      'store/contract',
    ].map((path) => `server/${path}`),
    ...['bootstrap.mjs', 'build-client.ts', 'explore.ts', 'failures.ts', 'seed.ts', 'test.ts'].map(
      (name) => `server/tasks/${name}`,
    ),
    'server/vite.config.ts',
  ]
  const dockerfile = read('Dockerfile')
  const isNamed = (path: string) => dockerfile.includes(path) || dockerfile.includes(` ${basename(path)}`)
  expect(removed.filter((path) => !isNamed(path))).toEqual([])

  const isRemoved = (path: string) => removed.some((each) => path.startsWith(each))
  const kept = globSync(['server/**/*.ts', 'shared/**/*.ts'], { cwd: ROOT }).filter(
    (path) => !/(\.test|test-process)\.ts$/.test(path) && !isRemoved(path),
  )
  expect(kept).toContain('server/tasks/migrate.ts')
  const imports = kept.flatMap((path) =>
    [...read(path).matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm)].map(([, name]) => name!),
  )
  expect(imports.filter((name) => name.startsWith('#') && isRemoved(name.slice(1)))).toEqual([])
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const packages = imports.flatMap((name) => /^(?!node:|[#.])(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? [])
  expect(packages.filter((name) => !(name in dependencies))).toEqual([])
})

test('the image and npm start run the output of npm run build', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [, main] = /^CMD \["node", .*"([^"]+)"\]$/m.exec(read('Dockerfile')) ?? []
  expect(main).toBe('dist/server/main.js')
  expect(scripts['start']).toMatch(new RegExp(`exec node .* ${main}$`))
})

test('the image and npm start have the same memory settings', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const settings = `NODE_OPTIONS="\${NODE_OPTIONS:-${MEMORY_SETTINGS.NODE_OPTIONS}}"`
  expect(scripts['start']).toContain(`${settings} exec node `)
})

test('every file that docker-compose.yml mounts exists', () => {
  const mounted = [...read('docker-compose.yml').matchAll(/- (\.\/[^:]+):/g)].map(([, path]) => path!)
  expect(mounted.length).toBeGreaterThan(0)
  expect(mounted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('the lockfile has the packages of all platforms', () => {
  // npm forgets packages of other platforms when it writes the lockfile beside an installation; npm ci then
  // refuses it.
  const { packages } = lockfile
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

test('the lockfile does not fix a registry', () => {
  expect(Object.values(lockfile.packages).filter(({ resolved }) => resolved)).toEqual([])
})
