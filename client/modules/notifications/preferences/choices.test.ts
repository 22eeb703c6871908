import { expect, test } from 'vitest'

import { TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import { NOTIFICATION_TOPICS } from '#shared/operations/notification-topics.ts'

import { changedTopics, topicGroups } from './choices.ts'

const defaults = Object.fromEntries(
  NOTIFICATION_TOPICS.map((topic) => [topic, TOPIC_SETTINGS[topic].defaults]),
)
const topicsFor = (role: 'member' | 'organiser' | 'admin') =>
  topicGroups(role).flatMap(({ topics }) => topics.map(({ topic }) => topic))

test('each role can choose its own topics, and no role can switch off what always arrives', () => {
  expect(topicsFor('member')).toContain('newEvent')
  expect(topicsFor('member')).not.toContain('newRsvps')
  expect(topicsFor('organiser')).toContain('newRsvps')
  expect(topicsFor('organiser')).not.toContain('memberAwaitsApproval')
  expect(topicsFor('admin')).toContain('memberAwaitsApproval')
  expect(topicsFor('admin')).not.toContain('eventCancelled')
})

test('topics of chapters are offered only in a community that has chapters', () => {
  const topicsWith = (hasChapters: boolean) =>
    topicGroups('member', hasChapters).flatMap(({ topics }) => topics.map(({ topic }) => topic))
  expect(topicsWith(true)).toContain('chapterRequest')
  expect(topicsWith(false)).not.toContain('chapterRequest')
})

test('each group of topics has at least one topic', () => {
  expect(topicGroups('admin', true).filter(({ topics }) => topics.length === 0)).toEqual([])
})

test('choices equal to the defaults are not sent', () => {
  expect(changedTopics(defaults)).toEqual({})
  const newEvent = { ...TOPIC_SETTINGS.newEvent.defaults, email: false }
  expect(changedTopics({ ...defaults, newEvent })).toEqual({ newEvent: { email: false } })
})
