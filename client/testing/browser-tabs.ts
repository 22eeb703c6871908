import type * as fc from 'fast-check'
import { vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import type { SendLocks } from '#client/lib/offline-queue/send-loop.ts'
import { unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { keysUnder, type TextStorage } from '#client/lib/storage/storage.ts'

export type Uid = 'ada' | 'ben'

export interface StorageChange {
  key: string
  newValue: string | null
}

/** A person who is signed in, in one tab. */
export interface Person {
  uid: Uid
  onStorage: (change: StorageChange) => void
  /** The server can be reached again. */
  onOnline: () => void
  stop: () => void
}

/** The parts of the browser that the code of one tab uses. */
export interface TabParts {
  open: boolean
  storage: TextStorage
  /** Survives a reload, and no other tab has it. */
  session: object
  locks: SendLocks
  after: (delay: number, run: () => void) => () => void
  reach: <T>(serve: () => T, outlivesPage?: boolean) => Promise<T>
  call: <T>(by: Uid, serve: (uid: Uid) => T) => Promise<T>
}

const USER = 'user'
const refusal = () => new ProblemError({ status: 401, code: 'signed_out', title: 'Sign in again.' })
const never = () => new Promise<never>(() => {})

/** `sessionStorage`: its entries are its own properties. */
class TabStorage {
  [key: string]: unknown

  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }

  setItem(key: string, text: string) {
    this[key] = text
  }

  removeItem(key: string) {
    delete this[key]
  }
}

/** Lets everything run that waits for nothing but other promises. */
export const runPromises = () => new Promise((resolve) => setImmediate(resolve))

/** Runs what is scheduled, and then timers, until nothing is left. */
export async function runUntilIdle(scheduler: fc.Scheduler) {
  for (let quiet = 0, rounds = 0; quiet < 3; rounds += 1) {
    if (rounds > 1_000) throw new Error('The tabs never become idle')
    await runPromises()
    if (scheduler.count() > 0) {
      await scheduler.waitOne()
      quiet = 0
    } else {
      await vi.advanceTimersByTimeAsync(MINUTE)
      quiet += 1
    }
  }
}

/**
 * A browser with its tabs, and the sessions of its server. Every answer and every event between tabs waits until the
 * scheduler chooses it. A request or its answer may be lost. The request of a tab that is closed has arrived before,
 * or never does.
 * @param chance 0 loses the request, 1 its answer
 */
export function createBrowser<P extends Person>(
  scheduler: fc.Scheduler,
  chance: () => number | undefined,
  openPerson: (tab: TabParts, uid: Uid) => P,
) {
  const stored = new Map<string, string>([[USER, 'ada']])
  const tabs = new Set<ReturnType<typeof openTab>>()
  const held = new Map<string, object>()
  const sessions = new Map<number, Uid>([[1, 'ada']])
  let cookie = 1
  let count = 1
  let isReliable = false
  let isOnline = true
  /** A sign-in or sign-out has the lock of the session. */
  let changing: object | undefined
  let signedOut: Uid | undefined

  const later = (label: string) => scheduler.schedule(Promise.resolve(), label)
  const readUser = () => stored.get(USER) as Uid | undefined

  function write(from: object, key: string, newValue: string | null) {
    if (newValue === (stored.get(key) ?? null)) return
    if (newValue === null) stored.delete(key)
    else stored.set(key, newValue)
    for (const tab of tabs) if (tab !== from) tab.change({ key, newValue })
  }

  /** @param kept the session’s storage of the page that is reloaded */
  function openTab(kept: object = new TabStorage()) {
    const changes: StorageChange[] = []
    const storage: TextStorage = {
      read: (key) => stored.get(key) ?? null,
      write: (key, text) => {
        write(tab, key, text)
        return true
      },
      remove: (key) => write(tab, key, null),
      keys: () => [...stored.keys()],
    }
    const locks: SendLocks = {
      async request(name: string, _: LockOptions, take: LockGrantedCallback<unknown>) {
        if (held.has(name)) return take(null)
        held.set(name, tab)
        try {
          return await take({} as Lock)
        } finally {
          if (held.get(name) === tab) held.delete(name)
        }
      },
    } as NonNullable<SendLocks>
    let person: P | undefined

    const tab = {
      open: true,
      storage,
      session: kept,
      locks,
      after(delay: number, run: () => void) {
        const timer = setTimeout(() => tab.open && run(), delay)
        return () => clearTimeout(timer)
      },
      /** @param outlivesPage whether the request arrives although the tab is closed */
      async reach<T>(serve: () => T, outlivesPage = false): Promise<T> {
        if (!isOnline) throw new OfflineError()
        await later('sent')
        if (!tab.open && !outlivesPage) return never()
        const fate = isReliable ? 2 : chance()!
        const answer = fate > 0 ? serve() : undefined
        await later(fate > 1 ? 'answered' : 'lost')
        if (!tab.open) return never()
        if (fate < 2) throw new OfflineError()
        return answer as T
      },
      /** Does what `http.ts` does. @param serve what the server does for the person of the session */
      async call<T>(by: Uid, serve: (uid: Uid) => T): Promise<T> {
        const session = (readUser() ?? by) === by ? cookie : 0
        const answer = await tab.reach(() => {
          const uid = sessions.get(session)
          return uid && { value: serve(uid) }
        })
        if (answer) return answer.value
        await later('renewal')
        if (!tab.open) return never()
        if (!sessions.has(cookie) && !changing) {
          storage.remove(USER)
          tab.show()
        }
        throw refusal()
      },
      /** Shows the person who is signed in. */
      show() {
        const uid = readUser()
        if (person?.uid === uid) return
        person?.stop()
        person = uid && openPerson(tab, uid)
      },
      change(change: StorageChange) {
        changes.push(change)
        void later('event').then(tab.onChange)
      },
      onChange() {
        const change = changes.shift()!
        if (!tab.open) return
        if (change.key === USER) tab.show()
        else person?.onStorage(change)
      },
      /** The person who can press buttons. Nobody does in the moment before the tab learns who is signed in. */
      person: () => (changes.every(({ key }) => key !== USER) && tab.open ? person : undefined),
      close() {
        person?.stop()
        tab.open = false
        tabs.delete(tab)
        for (const [name, by] of held) if (by === tab) held.delete(name)
        if (changing === tab) changing = undefined
      },
      async signIn(uid: Uid) {
        // The form is shown to a person without a session.
        if (sessions.has(cookie) || changing || !tab.open) return
        changing = tab
        if (signedOut === uid) signedOut = undefined
        write(tab, USER, uid)
        tab.show()
        await later('signed in')
        if (!tab.open) return
        changing = undefined
        sessions.set((count += 1), uid)
        cookie = count
      },
      async signOut(onSignedOut: (uid: Uid) => void) {
        if (!tab.person() || !sessions.has(cookie) || changing) return
        changing = tab
        const ended = tab.call(tab.person()!.uid, (of) => {
          sessions.delete(cookie)
          return of
        })
        const uid = await ended.finally(() => (changing = undefined))
        storage.remove(USER)
        keysUnder(storage, unsentPrefix(uid)).forEach(storage.remove)
        signedOut = uid
        onSignedOut(uid)
        tab.show()
      },
    }
    tabs.add(tab)
    tab.show()
    return tab
  }

  /** From here on no request is lost. */
  async function becomeIdle() {
    isReliable = true
    setOnline(true)
    await runUntilIdle(scheduler)
  }

  function setOnline(online: boolean) {
    isOnline = online
    if (online) for (const tab of tabs) tab.person()?.onOnline()
  }

  return {
    openTab,
    becomeIdle,
    setOnline,
    /** The server ends the session, which no tab learns. */
    endSession: () => void sessions.delete(cookie),
    hasSignedOut: (uid: Uid) => readUser() !== uid && signedOut === uid,
    keysOf: (uid: Uid) => [...stored.keys()].filter((key) => key.startsWith(unsentPrefix(uid))),
  }
}
