import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { LinkedText } from './LinkedText.tsx'

const html = (text: string) => renderToStaticMarkup(<LinkedText>{text}</LinkedText>)
const link = (address: string, href = address) =>
  `<a href="${href}" rel="noreferrer" target="_blank">${address}</a>`

test.for<[string, string]>([
  ['Doors open at 7.\n\nKnock.', 'Doors open at 7.\n\nKnock.'],
  ['See https://example.org/map.', `See ${link('https://example.org/map')}.`],
  ['(https://example.org/a?b=1#c)', `(${link('https://example.org/a?b=1#c')})`],
  [
    'https://a.example, https://b.example',
    `${link('https://a.example', 'https://a.example/')}, ${link('https://b.example', 'https://b.example/')}`,
  ],
  ['<b>https://example.org/x</b>', `&lt;b&gt;${link('https://example.org/x')}&lt;/b&gt;`],
  ['"https://example.org/"onclick="x"', `&quot;${link('https://example.org/')}&quot;onclick=&quot;x&quot;`],
  ['javascript:alert(1) http://plain.example https://', 'javascript:alert(1) http://plain.example https://'],
  ['https://[nowhere', 'https://[nowhere'],
])('addresses become links: %j', ([text, expected]) => {
  expect(html(text)).toBe(expected)
})
