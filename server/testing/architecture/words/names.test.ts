import { expect, test } from 'vitest'

import { namesOf, sources } from '#server/tools/source-texts.ts'

/** Words that no identifier and no file name of the product contains, and the field's term. */
const RULED_OUT: readonly (readonly [RegExp, string])[] = [
  [/^(ties?|closeness)$/, 'relationship'],
  [/^presence$/, 'accountState'],
  [/^insist/, 'retryOnContention'],
  [/^(hears?|heard)$/, 'on…, subscribe'],
  [/^(tells?|told)$/, 'notify, emit'],
  [/^(says?|said)$/, 'message, label, text'],
  [/^(away|gone)$/, 'inactive, deleted, removed'],
  [/^fault/, 'issues, errors'],
  [/^(tidy|tidied|tidies)$/, 'normalise'],
  [/^(foresee|foreseen|foresight)$/, 'optimistic update'],
  [/^(acts?)$/, 'command, action'],
  [/^(sweep|swept)/, 'job'],
  [/^(tally|tallies)$/, 'counter'],
  [/^(pauses)$/, 'backoff'],
  [/^(settle|settling|unsettled)$/, 'reconcile, resolve, respond'],
  [/^goers?$/, 'attendees'],
  [/^whom$/, 'a noun'],
  [/^(society|crowd|worlds?)$/, 'fixture, testCommunity, setup'],
  [/^(stage|story|surroundings)$/, 'context, sample, environment'],
]

/** Names defined by others, or used in their literal sense. */
const ALLOWED = new Set(['act'])

const wordsIn = (name: string) =>
  name
    .replace(/\.[a-z.]+$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const names = sources()
  .flatMap(namesOf)
  .filter(({ text }) => !ALLOWED.has(text))
  .map(({ text, at }) => ({ at, text, words: wordsIn(text) }))

test.for(RULED_OUT)('no name contains %s: write %s', ([pattern]) => {
  const offending = names.filter(({ words }) => words.some((word) => pattern.test(word)))
  expect([...new Set(offending.map(({ text, at }) => `${at} ${text}`))]).toEqual([])
})
