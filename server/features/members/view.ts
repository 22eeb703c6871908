import type { MemberCard } from '#shared/members.ts'
import { defineView } from '#server/views/view.ts'
import { fold, indexed } from '#server/views/words.ts'

import { type MemberDocument, members } from './collection.ts'
import type { PersonDetails } from './types.ts'
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
 * owner are NULL where they are the same. `nameKey` is the name as lists are sorted by it.
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
  },
  texts: {
    /** What members find someone by who is listed. */
    directoryText: ['name', 'other'],
    /** What someone is found by in lists of connections and requests. */
    contactText: ['name', 'forMembers', 'forConnections'],
  },
  counts: {
    listedCount: { of: 'person', by: ['isListed'] },
    facetCount: { of: 'personFacet', by: ['facet', 'folded', 'value'] },
  },
  revision: 2,
  rowsOf(member: MemberDocument) {
    const { status, role } = member
    const name = visibleName(member)
    const nameKey = fold(name)
    const listed = isListed(member)
    const card = visibleCard(member, 'member')
    const forConnections = visibleCard(member, 'connection')
    const details = detailsOf(member, 'member')
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
        cardForOwner: jsonUnlessSame(visibleCard(member, 'owner'), card),
        details: JSON.stringify(details),
        detailsForConnections: jsonUnlessSame(detailsOf(member, 'connection'), details),
      },
      personFacet: listed
        ? facetsOf(details).map(([facet, value]) => ({ facet, folded: fold(value), value, nameKey }))
        : [],
      directoryText: listed
        ? [{ name: indexed(name), other: indexed(...aboutOf(card), ...(details.keywords ?? [])) }]
        : [],
      contactText:
        status === 'former'
          ? []
          : [
              {
                name: indexed(name),
                forMembers: indexed(...aboutOf(card)),
                forConnections: indexed(...aboutOf(forConnections)),
              },
            ],
    }
  },
})

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

const facetsOf = ({ industry, city, keywords = [] }: PersonDetails): [facet: string, value: string][] => [
  ...(industry ? [['industry', industry] as [string, string]] : []),
  ...(city ? [['city', city] as [string, string]] : []),
  ...keywords.map((keyword): [string, string] => ['keyword', keyword]),
]

const aboutOf = ({ headline = '', company = '' }: MemberCard) => [headline, company]

function jsonUnlessSame(value: object, other: object) {
  const json = JSON.stringify(value)
  return json === JSON.stringify(other) ? undefined : json
}
