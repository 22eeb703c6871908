import type { ReportDecision, ReportKind } from '#shared/report-rules.ts'

export const KIND_LABELS: Record<ReportKind, string> = {
  profile: 'Profile',
  photo: 'Photo',
  event: 'Event',
  cover: 'Event cover',
  announcement: 'Announcement',
  note: 'Request note',
}

export const DECISION_LABELS: Record<ReportDecision, string> = {
  dismiss: 'Dismissed',
  hide: 'Content hidden',
  warn: 'Member warned',
  suspend: 'Member suspended',
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  displayName: 'Name',
  bio: 'About',
  cancellation: 'Reason for the cancellation',
}

/** Of a text of the reported content: `headline` is shown as "Headline". */
export const fieldLabel = (name: string) => FIELD_LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
