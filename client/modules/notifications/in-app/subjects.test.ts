import { expect, test } from 'vitest'

import type { Subject } from '#shared/operations/notification-subject.ts'

import { notificationPath } from '#shared/notifications/paths.ts'

import { subjectAt } from './subjects.ts'

const at = (path: string) => {
  const { pathname, search } = new URL(path, 'https://guildhall.test')
  return subjectAt({ pathname, search })
}

test.for(['event', 'meeting', 'connection', 'chapter', 'chapterPeople'] as const)(
  'the screen that a notification of this kind leads to shows its subject: %s',
  (kind) => {
    const subject: Subject = { kind, id: 'a:b.c-d_e' }
    expect(at(notificationPath(subject))).toEqual(subject)
  },
)

test.for(['request', 'prestige'] as const)(
  'the list screen of this kind shows all subjects of the kind: %s',
  (kind) => {
    expect(at(notificationPath({ kind, id: 'one' }))).toEqual({ kind })
  },
)

test.for([
  '/dashboard',
  '/event/',
  '/events',
  '/connections',
  '/connections?chapter=',
  '/create-growth-meeting?list=all',
])('the screen %s shows no single subject', (path) => expect(at(path)).toBeUndefined())
