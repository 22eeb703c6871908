import { describe, expect, test } from 'vitest'

import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { inLanguage } from '#server/lib/language.ts'

import { sentenceOf } from './topics.ts'

const sentence = (topic: NotificationTopic, data: Record<string, string>) =>
  sentenceOf(topic, { name: 'Olga', data })
const inGerman = (topic: NotificationTopic, data: Record<string, string>) =>
  inLanguage('de', () => sentence(topic, data))

describe('stored events', () => {
  test.each<[NotificationTopic, Record<string, string>, string, string]>([
    [
      'eventReminder',
      { title: 'Supper', within: '22 hours' },
      'Supper starts in 22 hours.',
      'Supper beginnt in 22 Stunden.',
    ],
    [
      'meetingReminder',
      { purpose: 'Pricing', within: '1 hour' },
      'Your growth meeting starts in 1 hour: Pricing',
      'Dein Growth-Meeting beginnt in 1 Stunde: Pricing',
    ],
    [
      'eventChanged',
      {
        title: 'Supper',
        startsAt: '2026-11-24T18:00:00Z',
        timeZone: 'UTC',
        place: 'The hall',
        online: 'yes',
      },
      'New time or place: Supper, Tue 24 Nov 2026, 18:00, UTC · The hall, online',
      'Neue Zeit oder neuer Ort: Supper, Di., 24. Nov. 2026, 18:00 Uhr, UTC · The hall, online',
    ],
    [
      'eventChanged',
      { title: 'Supper', subjects: 'a b c' },
      'New time or place: 3 dates of Supper',
      'Neue Zeit oder neuer Ort: 3 Termine von Supper',
    ],
    [
      'eventCancelled',
      { title: 'Supper', reason: 'Too wet.' },
      'Supper is cancelled. Too wet.',
      'Supper ist abgesagt. Too wet.',
    ],
    [
      'newRsvps',
      { title: 'Supper', going: '10', declined: '2' },
      'New RSVPs for Supper: 10 going and 2 can’t go',
      'Neue Antworten zu Supper: 10 dabei und 2 nicht dabei',
    ],
    [
      'discussion',
      { title: 'Supper', questions: '2', answers: '1' },
      'New in the discussion of Supper: 2 questions and 1 answer',
      'Neu in der Diskussion von Supper: 2 Fragen und 1 Antwort',
    ],
    [
      'meetingChanged',
      { purpose: 'Pricing', change: 'rescheduled' },
      'Your growth meeting was moved, and new times are proposed: Pricing',
      'Dein Growth-Meeting wurde verschoben, neue Termine sind vorgeschlagen: Pricing',
    ],
    [
      'meetingChanged',
      { purpose: 'Coffee', change: 'canReopen' },
      'No time was chosen for your growth meeting. Each of you can propose new ones: Coffee',
      'Für dein Growth-Meeting wurde kein Termin gewählt. Jede und jeder von euch kann neue vorschlagen: Coffee',
    ],
    [
      'prestigeChanged',
      { news: 'tierReached', tier: 'Bronze', points: '54', people: '4' },
      'You reached Bronze, with 54 points from 4 people.',
      'Du hast Bronze erreicht, mit 54 Punkten von 4 Personen.',
    ],
    [
      'prestigeChanged',
      { news: 'points', points: '1', kind: 'thanks', subject: 'Pricing', more: '2' },
      'You earned 1 point: Thanks received: Pricing, and 2 more',
      'Du hast 1 Punkt bekommen: Dank erhalten: Pricing (und 2 weitere Einträge)',
    ],
    [
      'prestigeChanged',
      { news: 'tierEnds', tier: 'Gold', until: '2026-11-24T23:00:00Z', timeZone: 'Asia/Tokyo' },
      'Your Gold tier ends on Wed 25 Nov 2026, unless you earn what is missing by then.',
      'Deine Stufe Gold endet am Mi., 25. Nov. 2026, wenn du bis dahin nicht schaffst, was noch fehlt.',
    ],
  ])('a notification of %s about %j is a sentence in English and German', (topic, data, english, german) => {
    expect(sentence(topic, data)).toBe(english)
    expect(inGerman(topic, data)).toBe(german)
  })
})

describe('texts stored by an earlier release', () => {
  test.each<[NotificationTopic, Record<string, string>, string]>([
    ['eventChanged', { title: 'Supper', when: 'Tuesday · The hall' }, 'Supper, Tuesday · The hall'],
    ['newRsvps', { title: 'Supper', answers: '10 going' }, 'Supper: 10 going'],
    ['discussion', { title: 'Supper', news: '2 questions' }, 'Supper: 2 questions'],
    ['prestigeChanged', { change: 'Your tier is now Gold.' }, 'Your tier is now Gold.'],
  ])('a notification of %s about %j shows the stored text', (topic, data, end) => {
    expect(sentence(topic, data)).toMatch(new RegExp(`${end}$`))
    expect(inGerman(topic, data)).toMatch(new RegExp(`${end}$`))
  })

  test('a stored change of a meeting is recognised by the text of an earlier release', () => {
    const data = { purpose: 'Pricing', change: 'not agreed in time and will not take place' }
    expect(sentence('meetingChanged', data)).toBe(
      'No time was chosen for your growth meeting, so it won’t take place: Pricing',
    )
    expect(inGerman('meetingChanged', data)).toBe(
      'Für dein Growth-Meeting wurde kein Termin gewählt, es findet nicht statt: Pricing',
    )
  })
})
