import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import { isTooComplex } from '#shared/lib/markdown/complexity.ts'

import { MarkdownText } from './MarkdownText.tsx'

const html = (text: string, headingLevel = 3) =>
  renderToStaticMarkup(<MarkdownText text={text} headingLevel={headingLevel} />)

describe('what could harm a reader is rendered as text', () => {
  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['Hello <img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['<iframe src="https://evil.test">', '&lt;iframe'],
    ['[x](javascript:alert(1))', '<p>x</p>'],
    ['[x](JaVaScRiPt:alert(1))', '<p>x</p>'],
    ['[x](&#106;avascript:alert(1))', '<p>x</p>'],
    ['[x](java\nscript:alert(1))', '<p>'],
    ['[x](data:text/html,<script>alert(1)</script>)', '<p>'],
    ['[x](vbscript:x)', '<p>x</p>'],
    ['[x](//evil.test)', '<p>x</p>'],
    ['[x](/api/session/logout)', '<p>x</p>'],
    ['[x](http://plain.test)', '<p>x</p>'],
    ['<javascript:alert(1)>', 'javascript:alert(1)'],
    ['![x](https://evil.test/pixel.png)', '<a href="https://evil.test/pixel.png"'],
    ['![x" onerror="alert(1)](data:image/svg+xml,x)', 'x&quot; onerror=&quot;alert(1)'],
    ['[x][y]\n\n[y]: javascript:alert(1)', '<p>x</p>'],
  ])('harmful content is rendered as text: %j', (text, expected) => {
    const shown = html(text)
    expect(shown).toContain(expected)
    expect(shown).not.toMatch(/<(script|img|iframe|style)|href="(?!https:|mailto:)/i)
  })
})

describe('a text that would take the parser seconds is shown as it was typed, at once', () => {
  test.each([
    '- ',
    '> ',
    '>',
    '1. ',
    '- > ',
    '*_',
    '[',
    '](',
    '![',
    'a\n=\n',
    '-\n',
    '***a',
    '`',
    '<',
    '_a_',
    '[a]: b\n',
  ])('a text that would take the parser seconds is shown as typed at once: %j again and again', (piece) => {
    const text = piece.repeat(10_000 / piece.length)
    const begun = process.threadCpuUsage()
    const shown = html(text)
    expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(50)
    expect(shown).toMatch(/^<p>/)
  })

  test.each([
    ['words after an open bracket', '[', 'h:'],
    ['parameters after an open bracket', '[', '?h=w&'],
    ['hyphens', 'x', '-'],
    ['hyphens before an email address', '@', '-'],
    ['full stops after an address', 'www.example.org', '.'],
    ['semicolons in an address', 'www.example.org/', ';'],
    ['comments that do not end', 'x', '<!--a'],
    ['tags that do not end', 'x', '<a b '],
  ])('a text that would slow the parser down is shown as typed: %s', (_name, start, piece) => {
    const text = `${start}${piece.repeat(9_980 / piece.length)}a`
    const begun = process.threadCpuUsage()
    const shown = html(text)
    expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(50)
    expect(isTooComplex(text)).toBe(true)
    expect(shown).toMatch(/^<p>/)
  })

  test('deeply nested lists are shown as typed', () => {
    const text = Array.from({ length: 99 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join('')
    expect(html(text)).toMatch(/^<p>/)
  })

  test('thousands of lines that end in a carriage return are shown as typed', () => {
    expect(html('a\r'.repeat(5_000))).toMatch(/^<p>/)
  })

  test.each([
    ['words after an open bracket', '[', 'a:b ', 2_490, /^<p>\[a:b/],
    ['parameters after an open bracket', '[', '?a=b&h:', 298, /^<p>\[\?a/],
    ['words that could begin an address', '[', 'h:abcdefghijklmnopqrstu', 399, /^<p>\[h:/],
    ['hyphens', '[', `${'-'.repeat(198)},`, 50, /^<p>\[-/],
    ['semicolons in an address', 'https://a.b/', `${';'.repeat(11)}a`, 830, /<a href/],
    ['tags that do not end', '[', `<a ${'b '.repeat(95)}`, 50, /^<p>\[&lt;a b/],
    ['headings', '', '# a\n\n', 140, /<h3>/],
    ['emphasis', '', 'a *b* **c** and so on. ', 50, /<em>b<\/em>/],
    ['list items', '', '- a\n', 100, /<li>/],
    ['nested quotes and lists', '', '> - > - > - > - a\n', 12, /<li>/],
    ['links', '', '[a](https://example.org/page) ', 100, /<a href/],
    ['addresses', '', 'www.example.org and ', 100, /example\.org/],
    ['words', '', 'word ', 2_000, /^<p>word/],
    [
      'words beside links',
      '',
      `${'have what we had here, or so '.repeat(20)}[a](https://a.org) `,
      3,
      /<a href/,
    ],
    ['email addresses', '', 'ada.lovelace@example.org, ', 100, /"mailto:ada/],
    ['list items with emphasis and addresses', '', '- *a* _b_ www.example.org [c](d)\n', 49, /<li>/],
  ])('a text with many %s is still parsed within 50 ms', (_name, start, piece, count, expected) => {
    const text = start + piece.repeat(count)
    expect(isTooComplex(text)).toBe(false)
    const times = Array.from({ length: 5 }, () => {
      const begun = process.threadCpuUsage()
      expect(html(text)).toMatch(expected)
      return process.threadCpuUsage(begun).user / 1_000
    })
    expect(Math.min(...times)).toBeLessThan(50)
  })
})

test('links send no referrer', () => {
  expect(html('[us](https://example.org) or https://example.net, or [mail](mailto:a@example.org)')).toBe(
    '<p><a href="https://example.org/" rel="noreferrer nofollow ugc">us</a> or ' +
      '<a href="https://example.net/" rel="noreferrer nofollow ugc">https://example.net</a>, or ' +
      '<a href="mailto:a@example.org" rel="noreferrer nofollow ugc">mail</a></p>',
  )
})

test('headings start one level below the section’s, without gaps', () => {
  expect(html('# A\n### B\n# C\n###### D')).toBe('<h3>A</h3><h4>B</h4><h3>C</h3><h4>D</h4>')
  expect(html('#### A', 2)).toBe('<h2>A</h2>')
})

test('common Markdown becomes elements', () => {
  expect(html('*a* **b** `c`\n\n- d\n- e\n\n3. f\n\n> g\n\n---')).toBe(
    '<p><em>a</em> <strong>b</strong> <code>c</code></p>' +
      '<ul><li><p>d</p></li><li><p>e</p></li></ul><ol start="3"><li><p>f</p></li></ol>' +
      '<blockquote><p>g</p></blockquote><hr/>',
  )
})
