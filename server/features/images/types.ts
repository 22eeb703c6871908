/** Whose picture it is: a member's photo, an event's cover, or the community's logo. */
export type ImageUser = `member:${string}` | `event:${string}` | 'settings:logo'
