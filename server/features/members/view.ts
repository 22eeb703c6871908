import type { MemberCard } from '#shared/members.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import { defineView } from '#server/views/view.ts'
import { contentWordsOf } from '#server/views/content-words.ts'
import { fold, indexed } from '#server/views/words.ts'

import { type MemberDocument, members } from './collection.ts'
import type { PersonDetails, PersonExchanges } from './types.ts'
import {
  type Audience,
  isListed,
  isPhotoHidden,
  visibilityOf,
  visibleCard,
  visibleName,
  VISIBLE_TO,
} from './visibility.ts'

/**
 * Everyone who ever was a member. `card` and `details` are JSON, as members see them; those for connections and for the
 * owner are NULL where they are the same. `nameKey` is the name as lists are sorted by it. `exchanges` is JSON too: asks and
 * offers, expired or not, as members see them, of those who are listed. `nameWords` and `words` (those of
 * the card) are indexed.
 */
export const personView = defineView({
  of: members,
  name: 'person',
  columns: {
    status: 'TEXT NOT NULL',
    role: 'TEXT NOT NULL',
    name: 'TEXT NOT NULL',
    nameKey: 'TEXT NOT NULL',
    isListed: 'INTEGER NOT NULL',
    isPhotoHidden: 'INTEGER NOT NULL',
    card: 'TEXT NOT NULL',
    cardForConnections: 'TEXT',
    cardForOwner: 'TEXT',
    details: 'TEXT NOT NULL',
    detailsForConnections: 'TEXT',
    exchanges: 'TEXT',
    nameWords: 'TEXT NOT NULL',
    words: 'TEXT NOT NULL',
    wordsForConnections: 'TEXT',
  },
  indexes: ['isListed, nameKey, id', 'status'],
  lists: {
    /** Filters of the directory. `folded` is `value` without case and accents. Only of those who are listed. */
    personFacet: {
      columns: {
        facet: 'TEXT NOT NULL',
        folded: 'TEXT NOT NULL',
        value: 'TEXT NOT NULL',
        nameKey: 'TEXT NOT NULL',
      },
      key: ['facet', 'folded', 'nameKey', 'number'],
    },
    /** Words of `exchanges`, and when the last ask or offer with the word expires. */
    exchangeWord: {
      columns: { kind: 'TEXT NOT NULL', word: 'TEXT NOT NULL', expiresAt: 'TEXT NOT NULL' },
      key: ['kind', 'word', 'number'],
    },
  },
  texts: {
    /** What members find someone by who is listed. */
    directoryText: ['name', 'other'],
  },
  counts: {
    listedCount: { of: 'person', by: ['isListed'] },
    facetCount: { of: 'personFacet', by: ['facet', 'folded', 'value'] },
    exchangeWordCount: { of: 'exchangeWord', by: ['kind', 'word'] },
  },
  revision: 2,
  rowsOf(member: MemberDocument) {
    const { status, role } = member
    const name = status === 'former' ? FORMER_MEMBER : visibleName(member)
    const nameKey = fold(name)
    const listed = isListed(member)
    const card = cardOf(member, 'member')
    const forConnections = cardOf(member, 'connection')
    const details = detailsOf(member, 'member')
    const exchanges = listed ? exchangesOf(member) : {}
    const words = wordsOf(card)
    return {
      person: {
        status,
        role,
        name,
        nameKey,
        isListed: listed,
        isPhotoHidden: isPhotoHidden(member),
        card: JSON.stringify(card),
        cardForConnections: jsonUnlessSame(forConnections, card),
        cardForOwner: jsonUnlessSame(cardOf(member, 'owner'), card),
        details: JSON.stringify(details),
        detailsForConnections: jsonUnlessSame(detailsOf(member, 'connection'), details),
        exchanges: listed ? JSON.stringify(exchanges) : undefined,
        nameWords: indexed(name),
        words,
        wordsForConnections: unlessSame(wordsOf(forConnections), words),
      },
      personFacet: listed
        ? facetsOf(details).map(([facet, value]) => ({ facet, folded: fold(value), value, nameKey }))
        : [],
      exchangeWord: EXCHANGES.flatMap((kind) =>
        expiriesOfWords(exchanges[kind]).map(([word, expiresAt]) => ({ kind, word, expiresAt })),
      ),
      directoryText: listed
        ? [{ name: indexed(name), other: indexed(...aboutOf(card), ...(details.keywords ?? [])) }]
        : [],
    }
  },
})

const cardOf = (member: MemberDocument, audience: Audience): MemberCard =>
  member.status === 'former'
    ? { id: member.id, displayName: FORMER_MEMBER, former: true }
    : visibleCard(member, audience)

function detailsOf(member: MemberDocument, audience: Audience): PersonDetails {
  const visibility = visibilityOf(member)
  const { industry, address, keywords } = member
  const isVisible = (field: 'industry' | 'address' | 'keywords') =>
    VISIBLE_TO[audience].has(visibility[field])
  return {
    ...(industry && isVisible('industry') && { industry }),
    ...(address.city && isVisible('address') && { city: address.city }),
    ...(keywords.length > 0 && isVisible('keywords') && { keywords }),
  }
}

const EXCHANGES = ['asks', 'offers'] as const

function exchangesOf(member: MemberDocument): PersonExchanges {
  const visibility = visibilityOf(member)
  return Object.fromEntries(
    EXCHANGES.filter((kind) => VISIBLE_TO.member.has(visibility[kind])).map((kind) => [
      kind,
      member[kind].map(({ text, expiresAt }) => ({ text, expiresAt })),
    ]),
  )
}

function expiriesOfWords(exchanges: PersonExchanges['asks'] = []) {
  const byExpiry = exchanges.toSorted((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1))
  return new Map(
    byExpiry.flatMap(({ text, expiresAt }) => contentWordsOf(text).map((word) => [word, expiresAt] as const)),
  )
    .entries()
    .toArray()
}

const facetsOf = ({ industry, city, keywords = [] }: PersonDetails): [facet: string, value: string][] => [
  ...(industry ? [['industry', industry] as [string, string]] : []),
  ...(city ? [['city', city] as [string, string]] : []),
  ...keywords.map((keyword): [string, string] => ['keyword', keyword]),
]

const wordsOf = (card: MemberCard) => indexed(card.displayName, ...aboutOf(card))

const aboutOf = ({ headline = '', company = '' }: MemberCard) => [headline, company]

const jsonUnlessSame = (value: object, other: object) =>
  unlessSame(JSON.stringify(value), JSON.stringify(other))

const unlessSame = (value: string, other: string) => (value === other ? undefined : value)
