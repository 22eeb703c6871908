import { fromMarkdown } from 'mdast-util-from-markdown'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import MarkdownText from './MarkdownText.tsx'

const html = (text: string, headingLevel = 3) =>
  renderToStaticMarkup(<MarkdownText text={text} headingLevel={headingLevel} />)

describe('what could harm a reader stays text', () => {
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
  ])('%j', (text, expected) => {
    const shown = html(text)
    expect(shown).toContain(expected)
    expect(shown).not.toMatch(/<(script|img|iframe|style)|href="(?!https:|mailto:)/i)
  })

  test('a text nested thousands deep', () => {
    expect(html(`${'> '.repeat(5000)}deep`)).toContain('<blockquote>')
    expect(fromMarkdown('> '.repeat(5000)).children).toHaveLength(1)
  })
})

test('links say nothing of where the reader comes from', () => {
  expect(html('[us](https://example.org) or https://example.net, or [mail](mailto:a@example.org)')).toBe(
    '<p><a href="https://example.org/" rel="noreferrer nofollow ugc">us</a> or ' +
      '<a href="https://example.net/" rel="noreferrer nofollow ugc">https://example.net</a>, or ' +
      '<a href="mailto:a@example.org" rel="noreferrer nofollow ugc">mail</a></p>',
  )
})

test('headings begin one below the section’s and leave no level out', () => {
  expect(html('# A\n### B\n# C\n###### D')).toBe('<h3>A</h3><h4>B</h4><h3>C</h3><h4>D</h4>')
  expect(html('#### A', 2)).toBe('<h2>A</h2>')
})

test('what people use Markdown for', () => {
  expect(html('*a* **b** `c`\n\n- d\n- e\n\n3. f\n\n> g\n\n---')).toBe(
    '<p><em>a</em> <strong>b</strong> <code>c</code></p>' +
      '<ul><li><p>d</p></li><li><p>e</p></li></ul><ol start="3"><li><p>f</p></li></ol>' +
      '<blockquote><p>g</p></blockquote><hr/>',
  )
})
