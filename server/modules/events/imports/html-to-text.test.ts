import { expect, test } from 'vitest'

import { htmlToText } from './html-to-text.ts'

test.each([
  [
    'paragraphs and breaks',
    '<p>Bring a <b>pen</b>.</p><p>Tea<br/>and cake</p>',
    'Bring a pen.\nTea\nand cake',
  ],
  ['list items', '<ul><li>Soup</li><li>Bread</li></ul>', '- Soup\n- Bread'],
  ['entities once', '<p>Fish &amp; chips &#8212; &#x2014; &amp;lt;</p>', 'Fish & chips — — &lt;'],
  ['no scripts and no styles', '<style>p{}</style><p>Hi</p><script>alert(1)</script>', 'Hi'],
  ['no script that never ends', '<p>Hi</p><script>alert(1)', 'Hi'],
  ['an impossible character as it is', '<p>&#9999999;</p>', '&#9999999;'],
])('the text of HTML has %s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('an address in angle brackets is not treated as a tag', () => {
  const text = 'Join here<https://meet.example/a?b=c>\nor write to <ada@example.org>'
  expect(htmlToText(text)).toBe(text)
  expect(htmlToText('<p>Join <https://meet.example></p>')).toBe('Join <https://meet.example>')
})

test('text without tags keeps its lines and its signs', () => {
  expect(htmlToText('2 < 3 &amp; 5 > 4\n\n\n  Tea')).toBe('2 < 3 &amp; 5 > 4\n\n\n  Tea')
})

test('an escaped tag stays text, and a megabyte of brackets is read quickly', () => {
  expect(htmlToText('<p>&lt;img src=x&gt;</p>')).toBe('<img src=x>')
  expect(htmlToText(`<p>${'<'.repeat(1_000_000)}</p>`)).toHaveLength(1_000_000)
})

test('spaces that entities stand for are read in linear time', () => {
  const started = performance.now()
  expect(htmlToText(`<p>Tea${'&#32;&nbsp;'.repeat(100_000)}</p><p>Cake</p>`)).toBe('Tea\nCake')
  expect(performance.now() - started).toBeLessThan(2_000)
})
