import { expect, test } from 'vitest'

import { markdownToHtml } from './markdown.ts'

test('common Markdown becomes elements, with headings below the section’s', () => {
  expect(markdownToHtml('# A *b*\n\n- c\n\n3. d\n\n> e  \nf\n\n---\n\n`<g>`', 3)).toBe(
    '<h3>A <em>b</em></h3><ul><li><p>c</p></li></ul><ol start="3"><li><p>d</p></li></ol>' +
      '<blockquote><p>e<br>f</p></blockquote><hr><p><code>&#60;g&#62;</code></p>',
  )
})

test.each([
  '<script>alert(1)</script>',
  'Hello <img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](https://example.org/"onmouseover="alert(1))',
  '![x" onerror="alert(1)](https://evil.test/pixel.png)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '`</code><script>alert(1)</script>`',
  '    </pre><script>alert(1)</script>',
  '# </h2><style>*{display:none}</style>',
])('the HTML of %j has no element or address that could harm a reader', (text) => {
  const html = markdownToHtml(text, 2)
  expect(html).not.toMatch(/<(?!\/?(?:p|h2|a|code|pre)\b)/)
  expect(html).not.toMatch(/<[^>]*\s(?!href=|rel=|tabIndex=)[a-z]+=/i)
  expect(html).not.toMatch(/href="(?!https:|mailto:)/)
})

test('a text that would take the parser seconds is shown as it was typed, at once', () => {
  const begun = process.threadCpuUsage()
  expect(markdownToHtml('1. '.repeat(6_000), 2)).toMatch(/^<p>1\. /)
  expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(50)
})
