import type { MemberCard } from '#shared/people/members.ts'
import { defineView } from '#server/views/view.ts'
import { contentWordsOf } from '#server/views/content-words.ts'
import { sortKey, sortOrder } from '#server/views/sort-keys.ts'
import { fold, indexed } from '#shared/lib/words.ts'
import { asOneWord } from '#server/views/words.ts'
import { FORMER_MEMBER } from '#server/views/cards.ts'
import { facetTerm } from '#server/modules/people/terms/terms.ts'
import compoundHeads from '#server/modules/people/terms/compound-heads.json' with { type: 'json' }
import { trades } from '#server/modules/people/trades/trades.ts'

import { type MemberDocument, members } from './collection.ts'
import { allIndustryNames } from './industry-names.ts'
import { FOREVER, hasMoreForConnections, SEARCHED, searchPartsOf, termsIn } from './search-parts.ts'
import type { PersonDetails, PersonExchanges } from './types.ts'
import {
  type ProfileViewer,
  isListed,
  isPhotoHidden,
  visibilityOf,
  visibleCard,
  visibleName,
  VISIBLE_TO,
} from './visibility.ts'

/**
 * All current and former members. `card` and `details` are JSON, as members see them; columns for connections and
 * for the owner are NULL if they are the same. `nameKey` is the name in sort order. `nameWords` and `words` (those of
 * the card) are indexed. `displayName`, its key and `email` are for admins. The public fields and `exchanges` are
 * only set for listed members: asks and offers, expired or not, as members see them. Long columns are the last: SQLite
 * reads a row up to the last column that a statement needs.
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
    emailVisibility: 'TEXT NOT NULL',
    asksVisibility: 'TEXT NOT NULL',
    timeZone: 'TEXT NOT NULL',
    /** The last expiry of the offers of an active member, of any visibility. */
    offersUntil: 'TEXT',
    displayName: 'TEXT NOT NULL',
    displayNameKey: 'TEXT NOT NULL',
    name: 'TEXT NOT NULL',
    nameKey: 'TEXT NOT NULL',
    isListed: 'INTEGER NOT NULL',
    isPhotoHidden: 'INTEGER NOT NULL',
    firstExpiryAt: 'TEXT',
    publicIndustry: 'TEXT',
    publicPhoto: 'TEXT',
    /** Only of members who allow it. */
    landingPhoto: 'TEXT',
    /** Only of listed members. */
    isNamedToGuests: 'INTEGER NOT NULL',
    card: 'TEXT NOT NULL',
    cardForConnections: 'TEXT',
    cardForOwner: 'TEXT',
    details: 'TEXT NOT NULL',
    detailsForConnections: 'TEXT',
    exchanges: 'TEXT',
    exchangesForConnections: 'TEXT',
    bio: 'TEXT',
    bioForConnections: 'TEXT',
    nameWords: 'TEXT NOT NULL',
    words: 'TEXT NOT NULL',
    wordsForConnections: 'TEXT',
    publicCard: 'TEXT',
  },
  indexes: [
    'isListed, nameKey, id',
    // Serves counts by id, which is also the order of the joined tables: in another order each row is on a different
    // page.
    'isListed, id, nameKey, publicIndustry',
    'id, status, role',
    'timeZone, offersUntil, id',
    'status, joinedAt, id',
    'role, status, displayNameKey, id',
    // Status and role for counts, because the rows of members who joined at about the same time are large.
    'joinedAt, id, status, role',
    'displayNameKey, id',
    'email',
    'publicPhoto',
    'landingPhoto, name',
    'firstExpiryAt',
  ],
  lists: {
    /**
     * Filters of the directory, and the ids of chapters. `folded` is `value` without case and accents. Only for listed
     * members.
     */
    personFacet: {
      columns: {
        facet: 'TEXT NOT NULL',
        folded: 'TEXT NOT NULL',
        value: 'TEXT NOT NULL',
        nameKey: 'TEXT NOT NULL',
      },
      key: ['facet', 'folded', 'nameKey', 'number'],
    },
    /** Words of `exchanges`, with the expiry of the last ask or offer that contains the word. */
    exchangeWord: {
      columns: { kind: 'TEXT NOT NULL', word: 'TEXT NOT NULL', expiresAt: 'TEXT NOT NULL' },
      key: ['kind', 'word', 'number'],
    },
    /** Asks of listed members, expired or not, with the member's folded filters. */
    personAsk: {
      columns: {
        askId: 'TEXT NOT NULL',
        memberId: 'TEXT NOT NULL',
        isForMembers: 'INTEGER NOT NULL',
        text: 'TEXT NOT NULL',
        expiresAt: 'TEXT NOT NULL',
        industry: 'TEXT NOT NULL',
        city: 'TEXT NOT NULL',
      },
      key: ['number', 'askId'],
      indexes: [
        'expiresAt, askId',
        'askId',
        'industry, expiresAt, askId',
        'city, expiresAt, askId',
        'industry, city, expiresAt, askId',
      ],
    },
    /** Words of a listed member's name and of the fields that members see, for first letters and typing errors. */
    personWord: {
      columns: { kind: 'TEXT NOT NULL', word: 'TEXT NOT NULL', nameKey: 'TEXT NOT NULL' },
      key: ['kind', 'word', 'nameKey', 'number'],
    },
    /**
     * The texts of `directoryText` one by one, for listed members whose asks and offers expire, and for those who show
     * connections more than members. The latter have their `memberId`. `rank` is the position of the field in `SEARCHED`.
     */
    personText: {
      columns: {
        memberId: 'TEXT',
        position: 'INTEGER NOT NULL',
        rank: 'INTEGER NOT NULL',
        isForMembers: 'INTEGER NOT NULL',
        expiresAt: 'TEXT NOT NULL',
        terms: 'TEXT NOT NULL',
      },
      key: ['number', 'position'],
      indexes: ['memberId'],
    },
  },
  texts: {
    /** Terms by which members find a listed member, by field, and the member's filters. */
    directoryText: [...SEARCHED, 'facets'],
    /**
     * Words by which admins find a member. An address is one word, and so is its domain, with and without the `@`.
     */
    accountText: ['name', 'email'],
  },
  counts: {
    accountCount: { of: 'person', by: ['status', 'role'] },
    listedCount: { of: 'person', by: ['isListed'] },
    facetCount: { of: 'personFacet', by: ['facet', 'folded'], indexes: ['facet, count DESC, folded'] },
    facetSpelling: {
      of: 'personFacet',
      by: ['facet', 'folded', 'value'],
      indexes: ['facet, folded, count DESC, value'],
    },
    exchangeWordCount: { of: 'exchangeWord', by: ['kind', 'word'] },
    personWordCount: { of: 'personWord', by: ['word'] },
  },
  revision: 12,
  uses: () => [sortOrder(), allIndustryNames(), trades, compoundHeads],
  rowsOf(member: MemberDocument) {
    const { version, status, role, joinedAt, suspendedUntil, email } = member
    const displayName = status === 'former' ? FORMER_MEMBER : member.displayName
    const name = status === 'former' ? FORMER_MEMBER : visibleName(member)
    const nameKey = sortKey(name)
    const listed = isListed(member)
    const card = cardOf(member, 'member')
    const forConnections = cardOf(member, 'connection')
    const details = detailsOf(member, 'member')
    const moreDetails = detailsOf(member, 'connection')
    const exchanges = listed ? exchangesOf(member, 'member') : {}
    const moreExchanges = listed ? exchangesOf(member, 'connection') : {}
    const bio = listed ? bioOf(member, 'member') : undefined
    const cardForConnections = jsonUnlessSame(forConnections, card)
    const detailsForConnections = jsonUnlessSame(moreDetails, details)
    const exchangesForConnections = jsonUnlessSame(moreExchanges, exchanges)
    const parts = listed ? searchPartsOf(member, 'member') : []
    const partsForConnections =
      listed && hasMoreForConnections(member) ? searchPartsOf(member, 'connection') : []
    const firstExpiryAt = parts.map(({ expiresAt }) => expiresAt).reduce(earlier, FOREVER)
    const words = wordsOf(card)
    const facets = facetsOf(details, member)
    return {
      person: {
        version,
        status,
        role,
        joinedAt,
        suspendedUntil,
        email,
        emailVisibility: visibilityOf(member).email,
        asksVisibility: visibilityOf(member).asks,
        timeZone: member.timeZone,
        offersUntil: status === 'active' ? lastExpiryOf(member.offers) : undefined,
        displayName,
        displayNameKey: sortKey(displayName),
        name,
        nameKey,
        isListed: listed,
        isPhotoHidden: isPhotoHidden(member),
        card: JSON.stringify(card),
        cardForConnections,
        cardForOwner: jsonUnlessSame(cardOf(member, 'owner'), card),
        details: JSON.stringify(details),
        detailsForConnections,
        exchanges: listed ? JSON.stringify(exchanges) : undefined,
        exchangesForConnections,
        bio,
        bioForConnections: unlessSame(listed ? bioOf(member, 'connection') : undefined, bio),
        firstExpiryAt: firstExpiryAt === FOREVER ? undefined : firstExpiryAt,
        nameWords: indexed(name),
        words,
        wordsForConnections: unlessSame(wordsOf(forConnections), words),
        ...publicColumns(listed ? member : undefined),
        landingPhoto: listed && member.onLanding ? card.photo : undefined,
        isNamedToGuests: listed && member.namedToGuests === true,
      },
      personFacet: listed ? facets.map((each) => ({ ...each, nameKey })) : [],
      exchangeWord: EXCHANGES.flatMap((kind) =>
        expiriesOfWords(exchanges[kind]).map(([word, expiresAt]) => ({ kind, word, expiresAt })),
      ),
      personAsk: listed ? asksOf(member, details) : [],
      personWord: listed ? personWords(indexed(name), card, details, nameKey) : [],
      personText: personTexts(member.id, parts, partsForConnections),
      directoryText: listed ? [directoryTextOf(parts, facets)] : [],
      accountText: [{ name: indexed(displayName), email: addressWords(email) }],
    }
  },
})

const cardOf = (member: MemberDocument, viewer: ProfileViewer): MemberCard =>
  member.status === 'former'
    ? { id: member.id, displayName: FORMER_MEMBER, former: true }
    : visibleCard(member, viewer)

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

function detailsOf(member: MemberDocument, viewer: ProfileViewer): PersonDetails {
  const visibility = visibilityOf(member)
  const { industry, address, keywords } = member
  const isVisible = (field: 'industry' | 'address' | 'keywords') => VISIBLE_TO[viewer].has(visibility[field])
  return {
    industry: industry && isVisible('industry') ? industry : undefined,
    city: address.city && isVisible('address') ? address.city : undefined,
    keywords: keywords.length > 0 && isVisible('keywords') ? keywords : undefined,
  }
}

const EXCHANGES = ['asks', 'offers'] as const

function exchangesOf(member: MemberDocument, viewer: ProfileViewer): PersonExchanges {
  const visibility = visibilityOf(member)
  return Object.fromEntries(
    EXCHANGES.filter((kind) => VISIBLE_TO[viewer].has(visibility[kind])).map((kind) => [
      kind,
      member[kind].map(({ text, expiresAt }) => ({ text, expiresAt })),
    ]),
  )
}

function asksOf(member: MemberDocument, { industry = '', city = '' }: PersonDetails) {
  const { asks: visibility } = visibilityOf(member)
  if (!VISIBLE_TO.connection.has(visibility)) return []
  return member.asks.map(({ id, text, expiresAt }) => ({
    askId: id,
    memberId: member.id,
    isForMembers: VISIBLE_TO.member.has(visibility),
    text,
    expiresAt,
    industry: fold(industry),
    city: fold(city),
  }))
}

const lastExpiryOf = (offers: MemberDocument['offers']) =>
  offers
    .map(({ expiresAt }) => expiresAt)
    .toSorted()
    .at(-1)

type Parts = ReturnType<typeof searchPartsOf>

const earlier = (one: string, other: string) => (one < other ? one : other)

const bioOf = (member: MemberDocument, viewer: ProfileViewer) =>
  member.bio && VISIBLE_TO[viewer].has(visibilityOf(member).bio) ? member.bio : undefined

function directoryTextOf(parts: Parts, facets: ReturnType<typeof facetsOf>) {
  const texts = Object.fromEntries(SEARCHED.map((field) => [field, termsIn(parts, field)]))
  const terms = facets.map(({ facet, folded }) => facetTerm(facet, folded))
  return { ...(texts as Record<(typeof SEARCHED)[number], string>), facets: terms.join(' ') }
}

function personTexts(id: string, parts: Parts, partsForConnections: Parts) {
  const known = new Set(parts.map((part) => JSON.stringify(part)))
  const more = partsForConnections.filter((part) => !known.has(JSON.stringify(part)))
  if (more.length === 0 && parts.every(({ expiresAt }) => expiresAt === FOREVER)) return []
  return [...parts, ...more].map(({ field, terms, expiresAt }, position) => ({
    memberId: more.length > 0 ? id : undefined,
    position,
    rank: SEARCHED.indexOf(field),
    isForMembers: position < parts.length,
    expiresAt,
    terms: ` ${terms} `,
  }))
}

const distinct = (words: string) => [...new Set(words.split(' '))].filter((word) => word !== '')

function personWords(nameWords: string, card: MemberCard, details: PersonDetails, nameKey: string) {
  const others = indexed(...aboutOf(card), details.city ?? '', ...(details.keywords ?? []))
  return [
    ...distinct(nameWords).map((word) => ({ kind: 'name', word, nameKey })),
    ...distinct(others).map((word) => ({ kind: 'other', word, nameKey: '' })),
  ]
}

function expiriesOfWords(exchanges: PersonExchanges['asks'] = []) {
  const byExpiry = exchanges.toSorted((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1))
  return new Map(
    byExpiry.flatMap(({ text, expiresAt }) => contentWordsOf(text).map((word) => [word, expiresAt] as const)),
  )
    .entries()
    .toArray()
}

function facetsOf({ industry, city, keywords = [] }: PersonDetails, { chapters = [] }: MemberDocument) {
  const values = { industry: [industry], city: [city], keyword: keywords }
  const visible = Object.entries(values).flatMap(([facet, all]) =>
    all.flatMap((value) => (value ? [{ facet, folded: fold(value), value }] : [])),
  )
  return [...visible, ...chapters.map((id) => ({ facet: 'chapter', folded: id, value: id }))]
}

const wordsOf = (card: MemberCard) => indexed(card.displayName, ...aboutOf(card))

function addressWords(email: string) {
  const at = email.indexOf('@')
  const parts = at < 0 ? [email] : [email, email.slice(at), email.slice(at + 1)]
  return parts.map(asOneWord).join(' ')
}

const aboutOf = ({ headline = '', company = '' }: MemberCard) => [headline, company]

const jsonUnlessSame = (value: object, other: object) =>
  unlessSame(JSON.stringify(value), JSON.stringify(other))

const unlessSame = <T>(value: T, other: T) => (value === other ? undefined : value)
