import { fold, indexed } from '#shared/lib/words.ts'
import { facetTerm, mainTradesOf, termsOf, tradeTermsOf } from '#server/modules/people/terms/terms.ts'

import type { MemberDocument } from './collection.ts'
import { industryNames } from './industry-names.ts'
import { type ProfileViewer, visibilityOf, visibleCard, visibleName, VISIBLE_TO } from './visibility.ts'

/**
 * The fields in which a search finds a member, best first. After the name come the trades that a member mainly does, so that
 * electricians are found before those who train them. Other trades that the thesaurus sees in headline, industry, offers
 * and keywords are a field after these: what a member writes is found before what it is taken for. Then the industry as
 * one term, by which trades that are named like it are found.
 */
export const SEARCHED = [
  'name',
  'mainTrades',
  'headline',
  'offers',
  'keywords',
  'city',
  'trades',
  'industry',
  'bio',
  'asks',
] as const
type Searched = (typeof SEARCHED)[number]

/** A text of a member that is found or not found as a whole. */
interface SearchPart {
  field: Searched
  terms: string
  expiresAt: string
}

export const FOREVER = '9999'

const part = (field: Searched, terms: string, expiresAt = FOREVER): SearchPart => ({
  field,
  terms,
  expiresAt,
})

/** The texts by which a listed member is found, as the viewer may see them. */
export function searchPartsOf(member: MemberDocument, viewer: ProfileViewer): SearchPart[] {
  const visibility = visibilityOf(member)
  const visible = <T>(field: keyof typeof visibility, value: T): T[] =>
    VISIBLE_TO[viewer].has(visibility[field]) ? [value] : []
  const { headline = '', company = '' } = visibleCard(member, viewer)
  const { industry, address, keywords, bio } = member
  const withTrades = (
    field: Searched,
    tradesField: Searched,
    texts: readonly string[],
    expiresAt?: string,
  ) => [part(field, termsOf(...texts), expiresAt), part(tradesField, tradeTermsOf(...texts), expiresAt)]
  const names = industry ? visible('industry', industryNames(industry)).flat() : []
  return [
    part('name', indexed(visibleName(member))),
    ...withTrades('headline', 'trades', [headline, company, ...names]),
    part(
      'mainTrades',
      mainTradesOf(
        [
          headline,
          company,
          ...visible(
            'offers',
            member.offers.map(({ text }) => text),
          ).flat(),
          ...visible('keywords', keywords).flat(),
        ],
        visible('industry', industry)[0],
      ),
    ),
    ...visible('offers', member.offers)
      .flat()
      .flatMap(({ text, expiresAt }) => withTrades('offers', 'trades', [text], expiresAt)),
    ...withTrades('keywords', 'trades', visible('keywords', keywords).flat()),
    part('city', visible('address', indexed(address.city ?? '')).join('')),
    part('industry', visible('industry', industry && facetTerm('industry', fold(industry))).join('')),
    ...withTrades('bio', 'bio', visible('bio', bio)),
    ...visible('asks', member.asks)
      .flat()
      .flatMap(({ text, expiresAt }) => withTrades('asks', 'asks', [text], expiresAt)),
  ].filter(({ terms }) => terms !== '')
}

const FIELDS = ['headline', 'company', 'industry', 'address', 'keywords', 'bio', 'asks', 'offers'] as const

/** Whether connections find a member by more than other members do. */
export function hasMoreForConnections(member: MemberDocument) {
  const visibility = visibilityOf(member)
  return FIELDS.some(
    (field) => !VISIBLE_TO.member.has(visibility[field]) && VISIBLE_TO.connection.has(visibility[field]),
  )
}

/** The terms of a field, or of all parts of it, in one text. */
export const termsIn = (parts: readonly SearchPart[], field: Searched) =>
  parts
    .filter((each) => each.field === field)
    .map(({ terms }) => terms)
    .join(' ')
