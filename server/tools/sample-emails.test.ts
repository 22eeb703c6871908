import { describe, expect, test } from 'vitest'

import type { Language } from '#shared/lib/language/languages.ts'
import { messageText } from '#server/mail/message-text.ts'
import type { Message } from '#server/mail/port.ts'

import { sampleEmails } from './sample-emails.ts'

const FROM = { name: 'Guildhall', address: 'hello@guildhall.example' }
const PRODUCT = 'Marmalade & Co'
const OWN = /^https:\/\/guildhall\.example\//

const inLanguage = async (language: Language) => {
  const all = await sampleEmails({ product: PRODUCT, language })
  return all.map(({ name, message }) => [`${name} in ${language}`, message] as const)
}
const all = (await Promise.all((['en', 'de', 'en-XA'] as const).map(inLanguage))).flat()

test.for(all)(
  'the email is valid, has one primary link, and its text and HTML say the same: %s',
  async ([name, message]) => {
    const raw = (await messageText(message, FROM, new Date(0))).toString()
    expect(raw).toMatch(/^[\x20-\x7e\r\n]*$/)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    const links = [...message.html.matchAll(/href="([^"]*)"( class="button")?/g)]
    // A code is entered where it was requested, so its email leads nowhere.
    const primary = name.startsWith('signInCode') ? 0 : 1
    expect(links.filter(([, , isPrimary]) => isPrimary)).toHaveLength(primary)
    for (const [, link] of links) {
      expect(link).toMatch(OWN)
      expect(message.text).toContain(link!.replaceAll('&#38;', '&'))
    }
    const heading = /<h1[^>]*>([^<]*)</.exec(message.html)?.[1]?.replaceAll(/&#8204;/g, '')
    expect(message.text.replaceAll('\n', ' ')).toContain(heading?.replaceAll('&#39;', "'"))
    const long = message.text.split('\n').filter((line) => line.length > 78 && !line.includes('https://'))
    expect(long).toEqual([])
    expect(message.html).toContain('Marmalade &#38; Co')
    expect(message.html).not.toMatch(/<img|<script|undefined/)
    expect(message.text).not.toContain('undefined')
  },
)

/** Texts that people wrote, or names, in the sample data. */
const CONTENT = [
  'Harvest supper at the river house',
  'The river house, Lisbon',
  'The river is too high.',
  'She gives the talk.',
  'We’re full this time. Please ask again in spring.',
  'This evening is for founders only.',
  'You asked about parking.',
  'There is a garage behind the hall.',
  'How to find a first supplier in Porto',
  'Breakfast by the river',
  'twice',
  'before the holidays:',
  'breakfast on the first Thursday',
  'a walk on the 12th',
  'Café Tati, Lisbon',
  'Lisbon',
  'Send the list of suppliers',
  'A train strike.',
  'Your list saved us a month.',
  'Good to have you with us',
  'It has someone else’s phone number',
  'Please don’t send offers as requests',
  'We talked about oak at the autumn fair. I’d like to hear more.',
  'You both restore old houses.',
  'We meet at the landing stage.',
  'We meet',
  'Bring a warm coat: it’s windy by the river.',
  'RangeError: Invalid time value',
  'l…@example.org',
  'Someone who restores old boats',
  'A carpenter for an oak staircase',
  'A room for sixty people',
  'Coffee in December',
  'December',
  'Olga Marinho',
  'Ken Okafor',
  'Bronze',
  PRODUCT,
]

/** The subject, and what the HTML shows. */
const shownIn = ({ subject, html }: Message) =>
  [
    subject,
    ...html
      .replace(/<style>[^]*<\/style>/, '')
      .split(/<[^>]*>/)
      .map((text) =>
        text
          .replaceAll(/&#8204;/g, '')
          .replaceAll('&#38;', '&')
          .replaceAll('&#39;', "'"),
      ),
  ]
    .map((text) => CONTENT.reduce((rest, each) => rest.replaceAll(each, ''), text).trim())
    .filter(Boolean)

describe('an email in another language', () => {
  test.for(all.filter(([name]) => name.endsWith('en-XA')))(
    'every text of the email is from a catalogue: %s',
    ([, message]) => {
      // Dates and lists are written by the platform, which does not know the pseudo-locale; cities keep their names.
      const ownTexts = shownIn(message).map((text) =>
        text.replaceAll(
          /(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[^()]*? (ŧīḿḗ|UTC)|(Mon|Fri),? [\w ,]*2026|,? and /g,
          '',
        ),
      )
      expect(ownTexts.filter((text) => /[a-z]{2}/i.test(text))).toEqual([])
      expect(message.html).toContain('<html lang="en-XA" dir="rtl">')
    },
  )

  /** The same in both languages. */
  const SHARED = new Set(['Online', '', 'UTC'])

  test.for(all.filter(([name]) => name.endsWith(' in de')))(
    'no text of the email is the English one: %s',
    async ([name, message]) => {
      const [, english] = all.find(([other]) => other === name.replace(' in de', ' in en'))!
      const texts = new Set(shownIn(english))
      const same = shownIn(message).filter(
        (text) => texts.has(text) && /\p{L}/u.test(text) && !SHARED.has(text),
      )
      expect(same).toEqual([])
      expect(message.headers['Content-Language']).toBe('de')
    },
  )
})
