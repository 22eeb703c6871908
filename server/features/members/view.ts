import type { MemberCard } from '#shared/members.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import { defineView } from '#server/views/view.ts'
import { contentWordsOf } from '#server/views/content-words.ts'
import { asOneWord, fold, indexed } from '#server/views/words.ts'

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
 * owner are NULL where they are the same. `nameKey` is the name as lists are sorted by it. `nameWords` and `words` (those of
 * the card) are indexed. `displayName`, its key and `email` are for admins. What visitors see, and `exchanges`, are of those who
 * are listed: asks and offers, expired or not, as members see them.
 */
export const personView = defineView({
  of: members,
  name: 'person',
  columns: {
    version: 'INTEGER NOT NULL',
    status: 'TEXT NOT NULL',
    role: 'TEXT NOT NULL',
    joinedAt: 'TEXT NOT NULL',
    suspendedUntil: 'TEXT',
    email: 'TEXT NOT NULL',
    displayName: 'TEXT NOT NULL',
    displayNameKey: 'TEXT NOT NULL',
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
    publicCard: 'TEXT',
    publicIndustry: 'TEXT',
    publicPhoto: 'TEXT',
  },
  indexes: [
    'isListed, nameKey, id',
    // For counts by id, as the tables that they join are in order: in another order each row is on a page of its own.
    'isListed, id, nameKey, publicIndustry',
    'id, status, role',
    'status, joinedAt, id',
    'role, status, displayNameKey, id',
    'joinedAt, id',
    'displayNameKey, id',
    'email',
    'publicPhoto',
  ],
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
    /** What admins find someone by. An address is one word, and so is its domain, with and without the `@`. */
    accountText: ['name', 'email'],
  },
  counts: {
    accountCount: { of: 'person', by: ['status', 'role'] },
    listedCount: { of: 'person', by: ['isListed'] },
    facetCount: { of: 'personFacet', by: ['facet', 'folded', 'value'] },
    exchangeWordCount: { of: 'exchangeWord', by: ['kind', 'word'] },
  },
  revision: 2,
  rowsOf(member: MemberDocument) {
    const { version, status, role, joinedAt, suspendedUntil, email } = member
    const displayName = status === 'former' ? FORMER_MEMBER : member.displayName
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
        version,
        status,
        role,
        joinedAt,
        suspendedUntil,
        email,
        displayName,
        displayNameKey: fold(displayName),
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
        ...publicColumns(listed ? member : undefined),
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
      accountText: [{ name: indexed(displayName), email: addressWords(email) }],
    }
  },
})

const cardOf = (member: MemberDocument, audience: Audience): MemberCard =>
  member.status === 'former'
    ? { id: member.id, displayName: FORMER_MEMBER, former: true }
    : visibleCard(member, audience)

function publicColumns(member: MemberDocument | undefined) {
  const card = member && publicCard(member)
  return {
    publicCard: card && JSON.stringify(card),
    publicIndustry: card?.industry,
    publicPhoto: card?.photo,
  }
}

function publicCard(member: MemberDocument) {
  const { keywords: _, ...details } = detailsOf(member, 'visitor')
  return { ...visibleCard(member, 'visitor'), ...details }
}

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

function addressWords(email: string) {
  const at = email.indexOf('@')
  const parts = at < 0 ? [email] : [email, email.slice(at), email.slice(at + 1)]
  return parts.map(asOneWord).join(' ')
}

const aboutOf = ({ headline = '', company = '' }: MemberCard) => [headline, company]

const jsonUnlessSame = (value: object, other: object) =>
  unlessSame(JSON.stringify(value), JSON.stringify(other))

const unlessSame = (value: string, other: string) => (value === other ? undefined : value)
