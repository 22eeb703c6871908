import type { ReportKind } from '#shared/moderation/report-rules.ts'
import type { ReportSource } from '#server/modules/people/reportable/types.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { People } from '#server/modules/people/module.ts'

export type ReportSources = Readonly<Record<ReportKind, ReportSource>>

/** The sources of reported content, by kind. */
export const createReportSources = (
  { members, connections }: People,
  { events }: Events,
  { messages, discussion }: Conversation,
): ReportSources => ({
  profile: members.moderation.profiles,
  photo: members.moderation.photos,
  event: events.moderation.whole,
  cover: events.moderation.covers,
  announcement: messages.moderation,
  post: discussion.moderation,
  note: connections.moderation,
})
