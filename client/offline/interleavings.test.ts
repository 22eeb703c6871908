import * as fc from 'fast-check'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { runPromises } from '#client/testing/browser-tabs.ts'

/** About 9,000 a second. */
const RUNS = 5_000
const ORIGIN = 'https://guildhall.test'
const VERSIONS = ['1', '2', '3', '4'] as const
const ACTIONS = ['deploy', 'deploy', 'update', 'update', 'offline', 'online'] as const

type Version = (typeof VERSIONS)[number]
type Listeners = Map<string, (event: object) => void>

const filesOf = (version: Version) => `/assets/offline-${version}`

/** Event listeners of the worker of each release. */
const workers = new Map<Version, Listeners>()

beforeAll(async () => {
  for (const version of VERSIONS) {
    const listeners: Listeners = new Map()
    vi.resetModules()
    vi.stubGlobal('OFFLINE_FILES', filesOf(version))
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
  const stored = new Map<string, Map<string, string>>()
  let deployed: Version = '1'
  let active: Version | undefined
  let installing: Version | undefined
  let waiting: Version | undefined
  let activated: Promise<unknown> = Promise.resolve()
  let isOnline = true

  const later = () => scheduler.schedule(Promise.resolve())
  /** The page of any release is at the same path; its other files are only in that release. */
  async function download({ url }: Request) {
    await later()
    const { pathname } = new URL(url)
    if (!isOnline) throw new TypeError('Failed to fetch')
    if (pathname.startsWith('/assets/') && !pathname.startsWith(filesOf(deployed)))
      throw new TypeError('Request failed')
    return `${pathname} needs ${filesOf(deployed)}.js`
  }

  function fileIn(files: ReadonlyMap<string, string> | undefined, path: string) {
    const file = files?.get(path)
    return file === undefined ? undefined : { text: async () => file }
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
  vi.stubGlobal('Response', { error: () => undefined })
  vi.stubGlobal('skipWaiting', async () => {})
  vi.stubGlobal('clients', { claim: async () => {} })
  vi.stubGlobal('registration', {
    get installing() {
      return installing
    },
    get waiting() {
      return waiting
    },
  })
  vi.stubGlobal('fetch', download)
  vi.stubGlobal('caches', {
    async open(name: string) {
      const files = stored.get(name) ?? new Map<string, string>()
      stored.set(name, files)
      return {
        async addAll(requests: readonly Request[]) {
          const found = await Promise.all(requests.map(download))
          requests.forEach(({ url }, at) => files.set(new URL(url).pathname, found[at]!))
        },
        match: async (path: string) => fileIn(files, path),
      }
    },
    async keys() {
      await later()
      return [...stored.keys()]
    },
    async delete(name: string) {
      await later()
      return stored.delete(name)
    },
    async match(path: string, { cacheName }: { cacheName: string }) {
      await later()
      return fileIn(stored.get(cacheName), path)
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
      if (installing || !isOnline || [active, waiting].includes(deployed)) return
      const version = (installing = deployed)
      const isInstalled = await dispatch(version, 'install').then(
        () => true,
        () => false,
      )
      installing = undefined
      if (!isInstalled) return
      waiting = version
      await activated
      // The next one has replaced it.
      if (waiting !== version) return
      waiting = undefined
      active = version
      activated = dispatch(version, 'activate')
    },
    /** @returns texts of the page without a connection and of the files that it needs; undefined for one that is missing */
    async openOffline() {
      if (!active) return []
      const read = async (path: string, mode: string) => {
        const request = { url: ORIGIN + path, method: 'GET', mode, destination: 'document' }
        const event = { clientId: 'page', resultingClientId: '', request }
        const [file] = await dispatch(active!, 'fetch', event)
        return (file as Response | undefined)?.text()
      }
      const page = await read('/events', 'navigate')
      const files = page?.split(' needs ')[1]?.slice(0, -'.js'.length)
      return [page, await read(`${files}.js`, 'cors'), await read(`${files}.css`, 'cors')]
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
  'a page without a connection has all its files, of its own release, whenever the worker updates',
  { timeout: 10 * MINUTE },
  async () => {
    let pages = 0
    await fc.assert(
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
          pages += (await opened).length / 3
          expect(await opened).toEqual((await opened).map(() => expect.any(String)))
        },
      ),
      { numRuns: RUNS },
    )
    expect(pages).toBeGreaterThan(RUNS / 20)
  },
)
