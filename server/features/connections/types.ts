import type { Reader } from '#server/store/port.ts'

/**
 * What another member is to the viewer, as far as it decides who sees what. `hidden`: one of the two blocked the
 * other, or the person is not there for others (suspended, not yet approved); `former` ones are anonymous.
 */
export type RelationshipKind = 'member' | 'connection' | 'hidden'

/** How close each of the members is to the viewer. Bounded by `memberIds`, at most 500. */
export type RelationshipKindsOf = (
  viewerId: string,
  memberIds: readonly string[],
) => Promise<ReadonlyMap<string, RelationshipKind>>

/** Everyone the viewer must not see, and who must not see the viewer. */
export type HiddenFrom = (viewerId: string) => Promise<ReadonlySet<string>>

/**
 * Whether someone can be met. `inactive`: suspended or not yet approved, so hidden from everyone, and perhaps back one day.
 * `gone`: the account was deleted, or there never was one.
 */
export type AccountState = 'active' | 'inactive' | 'deleted'
export type AccountStateOf = (reader: Pick<Reader, 'get'>, memberId: string) => Promise<AccountState>

/** Who of the two blocked the other, read with `reader`: a transaction, where a decision rests on it. */
export type BlocksBetween = (
  reader: Pick<Reader, 'getMany'>,
  viewerId: string,
  memberId: string,
) => Promise<{ byViewer: boolean; ofViewer: boolean }>
