import * as fc from 'fast-check'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { runPromises } from '#client/testing/browser-tabs.ts'

/** About 500 a second. */
const RUNS = 500
const ORIGIN = 'https://guildhall.test'
const VERSIONS = ['1', '2', '3', '4'] as const
const ACTIONS = ['deploy', 'deploy', 'update', 'update', 'offline', 'online'] as const

type Version = (typeof VERSIONS)[number]
type Listeners = Map<string, (event: object) => void>

/** Event listeners of the worker of each release. */
const workers = new Map<Version, Listeners>()

beforeAll(async () => {
  for (const version of VERSIONS) {
    const listeners: Listeners = new Map()
    vi.resetModules()
    vi.stubGlobal('OFFLINE_VERSION', version)
    vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
    )
    await import('./worker.ts')
    workers.set(version, listeners)
  }
  vi.unstubAllGlobals()
})
afterEach(() => void vi.unstubAllGlobals())

/** A browser in which each answer of the server and of the cache waits until the scheduler chooses it. */
function createBrowser(scheduler: fc.Scheduler) {
  const caches = new Map<string, Map<string, Version>>()
  let deployed: Version = '1'
  let active: Version | undefined
  let isInstalling = false
  let isOnline = true

  const later = <T>(value: T) => scheduler.schedule(Promise.resolve(value))
  async function download(): Promise<Version> {
    await later('sent')
    if (!isOnline) throw new TypeError('Failed to fetch')
    return deployed
  }

  vi.stubGlobal('location', { origin: ORIGIN })
  vi.stubGlobal(
    'Request',
    class {
      url: string
      constructor(path: string) {
        this.url = ORIGIN + path
      }
    },
  )
  vi.stubGlobal('skipWaiting', async () => {})
  vi.stubGlobal('clients', { claim: async () => {} })
  vi.stubGlobal('registration', {})
  vi.stubGlobal('fetch', download)
  vi.stubGlobal('caches', {
    async open(name: string) {
      const files = caches.get(name) ?? new Map<string, Version>()
      caches.set(name, files)
      return {
        async addAll(requests: readonly Request[]) {
          const found = await Promise.all(requests.map(download))
          requests.forEach(({ url }, at) => files.set(new URL(url).pathname, found[at]!))
        },
      }
    },
    keys: () => later([...caches.keys()]),
    delete: async (name: string) => caches.delete(await later(name)),
    async match(file: string) {
      await later('match')
      return [...caches.values()].find((files) => files.has(file))?.get(file)
    },
  })

  async function dispatch(version: Version, type: string, event: object = {}) {
    const work: Promise<unknown>[] = []
    const wait = (each: Promise<unknown>) => void work.push(each)
    workers.get(version)!.get(type)!({ ...event, waitUntil: wait, respondWith: wait })
    return Promise.all(work)
  }

  return {
    deploy: () => (deployed = VERSIONS[VERSIONS.indexOf(deployed) + 1] ?? deployed),
    setOnline: (online: boolean) => (isOnline = online),
    /** Installs the deployed worker. The next one may be installed while it is being activated. */
    async update() {
      const version = deployed
      if (isInstalling || version === active || !isOnline) return
      isInstalling = true
      const isInstalled = await dispatch(version, 'install').then(
        () => true,
        () => false,
      )
      isInstalling = false
      if (!isInstalled) return
      active = version
      await dispatch(version, 'activate')
    },
    /** @returns the versions of the page without a connection and of its files; undefined if there is none */
    async openOffline() {
      if (!active) return []
      const request = (path: string, mode: string) => ({
        clientId: 'page',
        resultingClientId: '',
        request: { url: ORIGIN + path, method: 'GET', mode, destination: 'document' },
      })
      const files = [
        request('/events', 'navigate'),
        ...['/offline.js', '/offline.css'].map((file) => request(file, 'cors')),
      ]
      return (await Promise.all(files.map((each) => dispatch(active!, 'fetch', each)))).flat()
    },
  }
}

async function runUntilIdle(scheduler: fc.Scheduler) {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await runPromises()
    if (scheduler.count() === 0) continue
    await scheduler.waitOne()
    quiet = 0
  }
}

test(
  'a page without a connection has all its files, whenever the worker updates',
  { timeout: 10 * MINUTE },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(6)), { maxLength: 8 }),
        async (scheduler, actions) => {
          const browser = createBrowser(scheduler)
          for (const [action, events] of actions) {
            if (action === 'deploy') browser.deploy()
            else if (action === 'update') void browser.update()
            else browser.setOnline(action === 'online')
            await runPromises()
            for (let one = 0; one < events && scheduler.count() > 0; one += 1) {
              await scheduler.waitOne()
              await runPromises()
            }
          }
          await runUntilIdle(scheduler)
          browser.setOnline(false)
          const opened = browser.openOffline()
          await runUntilIdle(scheduler)
          expect(await opened).toEqual((await opened).map(() => expect.any(String)))
        },
      ),
      { numRuns: RUNS },
    ),
)
