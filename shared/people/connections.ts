import { Type, type Static } from 'typebox'

import { CONNECTION_LIMITS, CONNECTION_LISTS, RELATIONSHIP_STATES } from './connection-rules.ts'
import { HiddenSchema } from '#shared/lib/hidden.ts'
import { MarksSchema, DirectoryLineSchema } from './matches.ts'
import { MemberCardSchema } from './members.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'

/** The relationship of the viewer to one other member. */
export const RelationshipSchema = Type.Object({
  memberId: Type.String(),
  state: Type.Enum([...RELATIONSHIP_STATES]),
  /** Undefined unless they are connected or have an open request. */
  connectionId: Type.Optional(Type.String()),
  /** Time at which it entered this state. ISO instant. */
  since: Type.Optional(Type.String()),
  /** The note of an open request, sent or received. */
  note: Type.Optional(Type.String()),
  /** An admin has hidden the note that the viewer sent. */
  noteHidden: Type.Optional(HiddenSchema),
  /** When an open request expires. */
  expiresAt: Type.Optional(Type.String()),
  /** Time from which the viewer can send a new request after withdrawing one. Undefined when they can now. */
  nextRequestAt: Type.Optional(Type.String()),
})
export type Relationship = Static<typeof RelationshipSchema>

/** An item of one of the three lists. */
export const ConnectionSchema = Type.Object({
  /** Connection id. */
  id: Type.String(),
  /** The other member. */
  member: MemberCardSchema,
  relationship: RelationshipSchema,
  /** With a search, what it may have found besides the card. */
  city: Type.Optional(Type.String()),
  line: Type.Optional(DirectoryLineSchema),
  marks: Type.Optional(MarksSchema),
})
export type Connection = Static<typeof ConnectionSchema>
export const ConnectionPageSchema = Type.Object({
  ...pageOf(ConnectionSchema).properties,
  /** The text that was searched for instead of one that finds nobody in the list. */
  instead: Type.Optional(Type.String()),
})
export type ConnectionPage = Static<typeof ConnectionPageSchema>

export const ConnectionListQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    list: Type.Optional(Type.Enum([...CONNECTION_LISTS], { default: 'accepted' })),
    /** Searched as in the directory. */
    q: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
)

export const ConnectionCountsSchema = Type.Object({
  accepted: Type.Integer(),
  received: Type.Integer(),
  sent: Type.Integer(),
})
export type ConnectionCounts = Static<typeof ConnectionCountsSchema>

export const ConnectionRequestSchema = Type.Object(
  { memberId: IdSchema, note: Type.String({ maxLength: CONNECTION_LIMITS.requestNote }) },
  { additionalProperties: false },
)

const OnSchema = Type.String({ format: 'date' })

/** Visible only to its owner. Version 0 means that nothing was written yet. */
export const PrivateNoteSchema = Type.Object({
  text: Type.String(),
  /** The day of the reminder, `YYYY-MM-DD`. */
  getInTouchOn: Type.Optional(Type.String()),
  version: Type.Integer(),
})
export type PrivateNote = Static<typeof PrivateNoteSchema>

export const PrivateNoteEditSchema = Type.Object(
  {
    text: Type.String({ maxLength: CONNECTION_LIMITS.privateNote }),
    getInTouchOn: Type.Optional(OnSchema),
  },
  { additionalProperties: false },
)
export type PrivateNoteEdit = Static<typeof PrivateNoteEditSchema>

/** Shown on the dashboard from its day on. */
export const ReminderSchema = Type.Object({
  connectionId: Type.String(),
  member: MemberCardSchema,
  getInTouchOn: Type.String(),
})
export type Reminder = Static<typeof ReminderSchema>

const BlockedMemberSchema = Type.Object({ member: MemberCardSchema, since: Type.String() })
export const BlockedMembersSchema = Type.Object({ items: Type.Array(BlockedMemberSchema) })
export type BlockedMember = Static<typeof BlockedMemberSchema>

/** A suggested introduction. */
export const SuggestionSchema = Type.Object({
  member: MemberCardSchema,
  /** 1–3 sentences. In a list, reasons that only this member has come first. */
  reasons: Type.Array(Type.String()),
})
export type Suggestion = Static<typeof SuggestionSchema>
export const SuggestionsSchema = Type.Object({ items: Type.Array(SuggestionSchema) })
