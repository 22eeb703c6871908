import { expect, test } from 'vitest'

import { visibleLength } from '#shared/lib/visible-length.ts'

import { distinctLines, oneLine, paragraphs } from './plain-text.ts'

test.for([
  ['  Ada \t\n Lovelace ', 'Ada Lovelace'],
  ['\u200B\uFEFFAda\u200D', 'Ada'],
  ['A\u0000d\u0007a', 'Ada'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['Ada \uD800', 'Ada \uFFFD'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['👩\u200D🔧 Ada', '👩\u200D🔧 Ada'],
  ['क्\u200Dष', 'क्\u200Dष'],
  ['\u3164\u2800\u00A0\u00AD\u180E', ''],
])('the single-line form of %j is %j', ([text, kept]) => {
  expect(oneLine(text!)).toBe(kept)
})

test('paragraphs keep their line breaks and lose surrounding space', () => {
  expect(paragraphs('\n\n One\r\n\r\nTwo\rThree\u0007\t.\u2066 \u200B\n')).toBe('One\n\nTwo\nThree\t.')
  expect(paragraphs('a\vb\fc\u0085d\u2028e\u2029f')).toBe('a\nb\nc\nd\ne\nf')
})

test('equal and empty lines are removed after normalising', () => {
  expect(distinctLines(['food', ' food ', '\u200B', 'Food'])).toEqual(['food', 'Food'])
})

test('an invisible character counts as 0, and an astral character as 1', () => {
  expect(visibleLength('\u200B \u2800\u3164\n')).toBe(0)
  expect(visibleLength('🪴 李')).toBe(2)
})

test.for([' ', '\u200B', '\u{E0001}'])('a long run of %j is normalised in linear time', (unseen) => {
  // Processor time of this thread, because others may keep the machine busy.
  const started = process.threadCpuUsage()
  expect(paragraphs(`a${unseen.repeat(50_000)}b`)).toHaveLength(2 + 50_000 * unseen.length)
  expect(process.threadCpuUsage(started).user).toBeLessThan(1_000_000)
})
