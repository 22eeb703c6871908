import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
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

test('what docker-compose.yml mounts exists', () => {
  const mounted = [...read('docker-compose.yml').matchAll(/- (\.\/[^:]+):/g)].map(([, path]) => path!)
  expect(mounted.length).toBeGreaterThan(0)
  expect(mounted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('the lockfile has every package that some platform needs', () => {
  // npm forgets those of other platforms when it writes the lockfile beside an installation; npm ci then refuses it.
  const { packages } = lockfile
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

test('the lockfile leaves the choice of a registry to whoever installs', () => {
  expect(Object.values(lockfile.packages).filter(({ resolved }) => resolved)).toEqual([])
})
