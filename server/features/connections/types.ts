import type { Reader } from '#server/store/port.ts'

/**
 * What a member is to a viewer, for deciding what the viewer can see. `hidden`: one of the two blocked the other, or
 * the member is inactive.
 */
export type RelationshipKind = 'member' | 'connection' | 'hidden'

/** The kind for each of the members, from memory. */
export type RelationshipKindsOf = (
  viewerId: string,
  memberIds: readonly string[],
) => Promise<ReadonlyMap<string, RelationshipKind>>

/** Of one member, from the store: decides about their profile. */
export type RelationshipKindOf = (viewerId: string, memberId: string) => Promise<RelationshipKind>

/** Members who blocked the viewer or whom the viewer blocked. Neither must see the other. */
export type HiddenFrom = (viewerId: string) => Promise<ReadonlySet<string>>

/**
 * `inactive`: suspended or not approved yet, so hidden from everyone, and able to return.
 * `deleted`: a former member, who stays without a name in the history of others.
 * `unknown`: never was a member.
 */
export type AccountState = 'active' | 'inactive' | 'deleted' | 'unknown'
export type AccountStateOf = (reader: Pick<Reader, 'get'>, memberId: string) => Promise<AccountState>
/** Of any number of members, from memory. Awaited before a transaction, never in one: it may wait for other commits. */
export type AccountStates = () => Promise<AccountStateLookup>
export type AccountStateLookup = (memberId: string) => AccountState

/** Which of the two blocked the other. Commands pass their transaction as `reader`. */
export type BlocksBetween = (
  reader: Pick<Reader, 'getMany'>,
  viewerId: string,
  memberId: string,
) => Promise<{ byViewer: boolean; ofViewer: boolean }>
