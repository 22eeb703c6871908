import { expect, test } from 'vitest'

import { messageText } from '#server/mail/message-text.ts'

import { sampleEmails } from './sample-emails.ts'

const FROM = { name: 'Guildhall', address: 'hello@guildhall.example' }
const all = await sampleEmails({ product: 'Marmalade & Co' })
const OWN = /^https:\/\/guildhall\.example\//

test.for(all.map(({ name, message }) => [name, message] as const))(
  'the email is valid, has one primary link, and its text and HTML say the same: %s',
  async ([, message]) => {
    const raw = (await messageText(message, FROM, new Date(0))).toString()
    expect(raw).toMatch(/^[\x20-\x7e\r\n]*$/)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    const links = [...message.html.matchAll(/href="([^"]*)"( class="button")?/g)]
    expect(links.filter(([, , isPrimary]) => isPrimary)).toHaveLength(1)
    for (const [, link] of links) {
      expect(link).toMatch(OWN)
      expect(message.text).toContain(link!.replaceAll('&amp;', '&'))
    }
    const heading = /<h1[^>]*>([^<]*)</.exec(message.html)?.[1]?.replaceAll(/&#8204;/g, '')
    expect(message.text.replaceAll('\n', ' ')).toContain(heading?.replaceAll('&#39;', "'"))
    const long = message.text.split('\n').filter((line) => line.length > 78 && !line.includes('https://'))
    expect(long).toEqual([])
    expect(message.html).toContain('Marmalade &amp; Co')
    expect(message.html).not.toMatch(/<img|<script|undefined/)
    expect(message.text).not.toContain('undefined')
  },
)
