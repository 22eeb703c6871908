/** The user of a picture: a member's photo, an event's cover, the recap of an event, or the community's logo. */
export type ImageUser = `member:${string}` | `event:${string}` | `recap:${string}` | 'settings:logo'
