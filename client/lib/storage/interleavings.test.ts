import { afterEach, beforeEach, test, vi } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import type { Person, TabParts, Uid } from '#client/testing/browser-tabs.ts'
import { expectInEveryOrder } from '#client/testing/orders.ts'

import {
  claimDrafts,
  draftKey,
  readDraft,
  removeDraft,
  removeDraftKey,
  removeDraftsOf,
  writeDraft,
} from './drafts.ts'

/** About 4,000 a second. */
const RUNS = 8_000
const NAME = 'post'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Author extends Person {
  write: () => void
  send: () => void
  wrong: () => string[]
}

interface Draft {
  uid: Uid
  text: string
}

function createDiscussion() {
  const posts = new Map<string, Draft>()
  /** Drafts by the storage of their tab, until they are sent, or their author signs out. */
  const written = new Map<object, Draft>()
  /** Keys of requests without an answer. */
  const unanswered = new Set<string>()
  const wrong: string[] = []
  let texts = 0

  /** Runs in this tab. */
  function inTab<T>(session: object, run: () => T): T {
    vi.stubGlobal('sessionStorage', session)
    return run()
  }

  function post(key: string, draft: Draft, mayBeKnown: boolean) {
    const before = posts.get(key)
    if (before && before.text !== draft.text) {
      if (!mayBeKnown) wrong.push(`${draft.text} has the key of ${before.text}`)
      throw new ProblemError({ status: 409, code: 'idempotency_key_reused', title: '' })
    }
    posts.set(key, draft)
  }

  /** Does what `auth-state.ts` and `use-new-draft.ts` do. */
  function openAuthor(tab: TabParts, uid: Uid): Author {
    const { session } = tab
    const here = <T>(run: () => T) => inTab(session, run)
    let isBusy = false
    if (written.get(session)?.uid !== uid) written.delete(session)
    here(() => claimDrafts(uid))
    const shown = () => here(() => readDraft(NAME)?.['text'] as string | undefined)

    async function send(text: string) {
      const key = here(() => draftKey(NAME))
      const mayBeKnown = unanswered.has(key)
      unanswered.add(key)
      try {
        await tab.call(uid, (of) => post(key, { uid: of, text }, mayBeKnown))
        unanswered.delete(key)
        if (written.get(session)?.text === text) written.delete(session)
        if (here(() => draftKey(NAME)) === key) here(() => removeDraft(NAME))
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'idempotency_key_reused')
          here(() => removeDraftKey(NAME))
      }
    }

    return {
      uid,
      write() {
        if (isBusy) return
        const text = `text ${(texts += 1)} of ${uid}`
        written.set(session, { uid, text })
        here(() => writeDraft(NAME, { text }))
      },
      send() {
        const text = shown()
        if (isBusy || !text) return
        isBusy = true
        void send(text).finally(() => (isBusy = false))
      },
      onStorage: () => {},
      onOnline: () => {},
      stop: () => {},
      wrong: () => {
        const expected = written.get(session)?.text
        return shown() === expected ? [] : [`${uid} sees ${shown()} instead of ${expected}`]
      },
    }
  }

  return {
    openPerson: openAuthor,
    press: (author: Author, choice: number) => (choice < 6 ? author.write() : author.send()),
    onSignedOut(uid: Uid) {
      for (const [session, draft] of written) {
        inTab(session, () => removeDraftsOf(uid))
        if (draft.uid === uid) written.delete(session)
      }
    },
    wrongIn(author: Author) {
      const twice = [...Map.groupBy(posts.values(), ({ text }) => text)].filter(([, all]) => all.length > 1)
      return [
        ...wrong.splice(0),
        ...author.wrong(),
        ...twice.map(([text]) => `${text} is posted twice`),
        ...[...posts.values()]
          .filter(({ uid, text }) => !text.endsWith(uid))
          .map(({ uid, text }) => `${text} is posted by ${uid}`),
      ]
    },
  }
}

test(
  'a draft is kept until it is sent once or its author signs out, whatever is early, late or lost',
  { timeout: 10 * MINUTE },
  () => expectInEveryOrder(RUNS, createDiscussion),
)
