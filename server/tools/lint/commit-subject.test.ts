import { execFileSync } from 'node:child_process'

import { describe, expect, test } from 'vitest'

import { subjectIssue } from './commit-subject.ts'

const RECENT = 100
/** Earlier history stays as it is. */
const SINCE = '2026-11-26T04:15:00Z'

/** Empty if the sources come without their history, for example in an archive or an image. */
function recentSubjects(): string[] {
  try {
    const log = execFileSync('git', ['log', `-${RECENT}`, `--since=${SINCE}`, '--no-merges', '--format=%s'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return log.split('\n').filter(Boolean)
  } catch {
    return []
  }
}

describe('a commit subject', () => {
  test.each([
    ['Rsvps: promote the waitlist', 'area'],
    ['promote the waitlist', 'area'],
    [`rsvps: promote ${'very '.repeat(12)}many`, '72'],
    ['rsvps: promotes the waitlist', 'imperative'],
    ['rsvps: added a waitlist', 'imperative'],
    ['rsvps: removing the waitlist', 'imperative'],
    ['rsvps: copies the waitlist', 'imperative'],
    ['rsvps: promote the waitlist.', 'full stop'],
  ])('“%s” breaks the rule about: %s', (subject, rule) => {
    expect(subjectIssue(subject)).toContain(rule)
  })

  test.each([
    'rsvps: promote the waitlist in one transaction',
    'views, store: pass on each document once',
    'docs: address 2 readers, and bring the figures up to date',
    'Revert "rsvps: promote the waitlist"',
    'demo: seed guests without an account',
  ])('the subject “%s” is accepted', (subject) => {
    expect(subjectIssue(subject)).toBeUndefined()
  })
})

test.skipIf(recentSubjects().length === 0)('the recent history contains only valid subjects', () => {
  expect(recentSubjects().filter(subjectIssue)).toEqual([])
})
