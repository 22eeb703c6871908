import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { collections } from '#server/collections.ts'

/** Schema version of each collection, and a hash of the fields that its documents require. */
const RECORDED: Readonly<Record<string, string>> = {
  announcements: '1 QddY8AKoF5F',
  'attendee-messages': '1 6iB0IES2eUI',
  'address-handovers': '1 fTwCC_r5bj9',
  'audit-entries': '1 6auGG7B7NYP',
  availability: '1 DF1OUQ4Wt--',
  blocks: '1 uZGCahgYXBY',
  'buddy-offers': '1 MPzUji21t6R',
  'buddy-pairs': '1 jLybAVMswFe',
  'calendar-feeds': '1 OPCqr8LFery',
  'chapter-exports': '1 HyyOyJLoQPA',
  'chapter-letters': '1 Z-tlG72Y92d',
  'chapter-memberships': '1 C_4TduJyNcJ',
  'chapter-merges': '1 YXCTyOpRNqB',
  'chapter-months': '1 cD2G2gKWSOU',
  'chapter-proposals': '1 n0F82usg11R',
  'chapter-slugs': '1 _2PIy3M31ay',
  'chapter-successions': '1 WaGX4q3keZt',
  chapters: '1 OMi6CuKhx0_',
  'client-error-additions': '1 DWlc5uAjTnu',
  'client-error-groups': '1 ApbpYDc7XeI',
  'client-error-lookups': '1 whsDOlGvUJG',
  'client-error-people': '1 5fhwehpEb51',
  'client-error-registers': '1 zbPGBADkZ6l',
  'client-error-samples': '1 NLf1W515A1G',
  'community-settings': '1 dWQKdxrGLMU',
  'connection-notes': '1 01SjdG9pzKc',
  connections: '1 YPpRKatg7mf',
  consents: '1 V19T1WM2H_T',
  'discussion-choices': '1 qbKtGwhxq83',
  'discussion-posts': '1 QddY8AKoF5F',
  emails: '2 kdY6KEN8upM',
  'event-address-invitations': '1 zuUGESLvBpP',
  'event-answers': '1 zmUOANQOlvJ',
  'event-feedback': '1 PmmixFQBCz3',
  'event-guests': '1 Sp2cI-eK-0e',
  'event-invitations': '1 8yU5F7_BFMb',
  'event-page-views': '1 WKYKH59Y0Eu',
  'event-recaps': '1 ohJWPMUvD2n',
  'event-seats': '1 IWJaPh-vjxf',
  events: '1 aAbNgh9m6DC',
  'every-round': '1 3j5tAiIi-tK',
  'feedback-authors': '1 gzo6GGujktK',
  'friend-invitations': '1 oKtetM5tD5I',
  'fulfilled-asks': '1 soF8ZCeBkjH',
  'group-messages': '1 S9RAbk3pm_0',
  'guest-requests': '1 0h-gtFsbQN2',
  'guest-visits': '1 zBc2vuHypAN',
  'idempotency-keys': '1 mKlcA8O0jCC',
  'image-file-deletions': '1 aIQzEADeAR0',
  images: '1 qniRofQF6yL',
  'industry-moves': '1 uKrDCDAGuN1',
  'introduction-dismissals': '1 ld8EY5nHWCy',
  invitations: '1 AT4UMzLEn3U',
  'joined-guests': '1 pVBtrwzxrfN',
  'meet-again-choices': '1 pougFIDUZk_',
  meetings: '1 zHrsckdXggU',
  'member-activity': '1 raDkY019Vh1',
  'member-introductions': '1 vGPMDOuiGB-',
  'member-languages': '1 OPCqr8LFery',
  members: '1 Xo-1V5cBWuT',
  'moved-events': '1 OPCqr8LFery',
  'new-series-events': '1 OPCqr8LFery',
  'notification-preferences': '1 qaFyrETAurR',
  notifications: '1 8k-F8w-oVlP',
  outbox: '1 nxVxolh30Yc',
  'prestige-counts': '1 -MZC4TOTDdA',
  'prestige-entries': '1 I4AGrL6cM2j',
  'prestige-settings': '1 AAPV5VM13a5',
  'prestige-summaries': '1 5Axb_xXiCve',
  'push-subscriptions': '1 rIzQv5Ny3zx',
  'recent-requests': '1 f3ajR98dGLU',
  'refused-addresses': '1 h2OG2n3k8Cm',
  'reminder-progress': '1 tJw2uDBPb-O',
  'reported-pictures': '1 IcziEHT0EyM',
  reports: '1 4Qzn86zyXTP',
  'round-participants': '1 VhrDfF1J2dL',
  rounds: '1 IerLtwWzscy',
  rsvps: '1 t2ONzsOBjNF',
  'series-members': '1 uAagaczUrK4',
  'session-ends': '1 KYTisrY8jHj',
  sessions: '1 qYZC53CrgCs',
  'table-plans': '1 oMMs6Sb57pN',
  'waitlist-promotions': '1 ol7A_hpi2rE',
  'sign-in-code-requests': '1 0h-gtFsbQN2',
  'sign-in-codes': '1 Mcljl7sO_5P',
  'written-client-errors': '2 6H5fs1-nBZJ',
}

/** The parts of JSON Schema that collections use. */
interface Schema {
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  patternProperties?: Readonly<Record<string, Schema>>
}

test('new required fields of a document come with a new schema version', () => {
  const found = Object.fromEntries(
    collections.map(({ name, schema, schemaVersion }) => {
      const fields = [...new Set(requiredIn(schema as Schema))].toSorted()
      return [name, `${schemaVersion} ${hash('sha256', fields.join('\n'), 'base64url').slice(0, 11)}`]
    }),
  )
  expect(
    found,
    'The store refuses documents that lack a newly required field. Raise `schemaVersion` and fill the field in `migrate`, unless it is in an object that is new too, then record the new value here.',
  ).toEqual(RECORDED)
})

/** Paths of the required fields, also of those in optional objects. */
function requiredIn(
  { anyOf = [], items, properties = {}, required = [], patternProperties = {} }: Schema,
  path = '',
): string[] {
  const nested = [...anyOf, ...(items ? [items] : []), ...Object.values(patternProperties)]
  return [
    ...required.map((key) => `${path}.${key}`),
    ...Object.entries(properties).flatMap(([key, part]) => requiredIn(part, `${path}.${key}`)),
    ...nested.flatMap((part) => requiredIn(part, path)),
  ]
}
