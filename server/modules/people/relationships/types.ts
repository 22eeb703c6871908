import type { Reader } from '#server/store/port.ts'

/**
 * Relationship of a member to a viewer, which decides what the viewer can see. `hidden`: one of the two blocked the
 * other, or the member is inactive.
 */
export type RelationshipKind = 'member' | 'connection' | 'hidden'

/** The kind for each of the members, read from memory. */
export type RelationshipKindsOf = (
  viewerId: string,
  memberIds: readonly string[],
) => Promise<ReadonlyMap<string, RelationshipKind>>

/** The kind for one member, read from the store: decides about access to their profile. */
export type RelationshipKindOf = (viewerId: string, memberId: string) => Promise<RelationshipKind>

/** Members who blocked the viewer or whom the viewer blocked. Neither must see the other. */
export type HiddenFrom = (viewerId: string) => Promise<ReadonlySet<string>>

/**
 * `inactive`: suspended or not approved yet, so hidden from everyone, and able to return. `deleted`: a former
 * member, who stays without a name in the history of others. `unknown`: was never a member.
 */
export type AccountState = 'active' | 'inactive' | 'deleted' | 'unknown'
export type AccountStateOf = (reader: Pick<Reader, 'get'>, memberId: string) => Promise<AccountState>
export type AccountStateLookup = (memberId: string) => AccountState

/** Blocks between the two. Commands pass their transaction as `reader`. */
export type BlocksBetween = (
  reader: Pick<Reader, 'getMany'>,
  viewerId: string,
  memberId: string,
) => Promise<{ byViewer: boolean; ofViewer: boolean }>

/** The part of relationships that decides what a viewer sees of a member. */
export interface RelationshipKinds {
  relationshipKindsOf: RelationshipKindsOf
  relationshipKindOf: RelationshipKindOf
  blocksBetween: BlocksBetween
}
