import type { Actor } from '#server/modules/actor.ts'
import type { ViewReader } from '#server/views/sql.ts'

/** The user of a picture: a member's photo, the cover of an event or a chapter, the recap of an event, or the community's logo. */
export type ImageUser =
  | `member:${string}`
  | `event:${string}`
  | `recap:${string}`
  | `chapter:${string}`
  | 'settings:logo'

export type ImageUserKind = 'member' | 'event' | 'recap' | 'chapter'

/** Whether the viewer may see the picture where this user has it. The viewer is undefined for visitors. */
export type IsImageShown = (
  views: ViewReader,
  picture: { userId: string; imageId: string; viewer: Pick<Actor, 'id' | 'role'> | undefined },
) => boolean
