/** Of what admins do about events that others organise. */
const labelsByAdmin = (labels: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(labels).map(([action, label]) => [`${action}_by_admin`, `${label} (as an admin)`]),
  )

const ACTION_LABELS: Readonly<Record<string, string>> = {
  'audit.exported': 'Downloaded the audit log',
  'member.joined': 'Joined',
  'member.updated_at_sign_in': 'Email, role or status updated at sign-in',
  'member.approved': 'Approved',
  'member.declined': 'Declined',
  'member.suspended': 'Suspended',
  'member.suspension_ended': 'Suspension ended',
  'member.restored': 'Restored',
  'member.role_changed': 'Changed role',
  'member.viewed_by_admin': 'Viewed account as an admin',
  'member.signed_out_everywhere': 'Signed out everywhere by an admin',
  'member.verification_resent': 'Sent a verification email again',
  'report.viewed_by_admin': 'Viewed report as an admin',
  'report.dismissed': 'Dismissed report',
  'report.content_hidden': 'Hid reported content',
  'report.content_restored': 'Restored content',
  'report.member_warned': 'Warned for reported content',
  'report.member_suspended': 'Suspended for reported content',
  'members.listed_by_admin': 'Viewed list of members as an admin',
  'members.searched_by_admin': 'Searched members as an admin',
  'members.exported': 'Downloaded list of members',
  'settings.joining_changed': 'Changed who can join',
  'settings.landing_changed': 'Changed the landing page’s text',
  'settings.about_changed': 'Changed the about page’s text',
  'settings.terms_changed': 'Changed the terms',
  'settings.privacy_changed': 'Changed the privacy notice',
  'settings.contact_changed': 'Changed the contact details',
  'settings.consent_changed': 'Changed what new members agree to',
  'settings.accent_changed': 'Changed the accent colour',
  'settings.logo_changed': 'Changed the logo',
  'settings.industries_changed': 'Changed the industries',
  'settings.profiles_changed': 'Changed the defaults of profiles',
  'member.deletion_requested': 'Requested account deletion',
  'member.deletion_cancelled': 'Cancelled account deletion',
  'member.deleted': 'Account deleted',
  'member.data_exported': 'Downloaded account data',
  'session.exchanged': 'Signed in',
  'session.renewed': 'Session renewed',
  'session.switched': 'Switched account',
  'session.ended': 'Signed out',
  'session.ended_everywhere': 'Signed out everywhere',
  'session.ended_elsewhere': 'Signed out one of their devices',
  'session.others_ended': 'Signed out their other devices',
  'session.denied': 'Access denied',
  'account.email_change_started': 'Started to change their email',
  'account.password_change_started': 'Started to change their password',
  'account.google_link_started': 'Started to add Google sign-in',
  'account.google_unlink_started': 'Started to remove Google sign-in',
  'event.published': 'Published event',
  'event.cancelled': 'Cancelled event',
  'event.completed': 'Marked event as completed',
  'event.deleted': 'Deleted event',
  'event.organiser_changed': 'Changed organiser',
  'event.draft_viewed_by_admin': 'Viewed a draft as an admin',
  'event.roster_exported': 'Exported roster',
  'event.member_added': 'Added to an event’s roster',
  'event.member_removed': 'Removed from an event’s roster',
  'event.member_promoted': 'Seat given ahead of waitlist',
  'event.attendee_messaged': 'Message to an attendee',
  ...labelsByAdmin({
    'event.edited': 'Edited event',
    'event.draft': 'Moved event to drafts',
    'event.published': 'Published event',
    'event.cancelled': 'Cancelled event',
    'event.completed': 'Marked event as completed',
    'event.deleted': 'Deleted event',
    'event.announcement_sent': 'Sent an announcement',
    'event.checked_in': 'Checked in attendees',
    'event.check_in_undone': 'Undid a check-in',
    'event.member_added': 'Added to an event’s roster',
    'event.member_removed': 'Removed from an event’s roster',
    'event.member_promoted': 'Seat given ahead of waitlist',
    'event.attendee_messaged': 'Message to an attendee',
  }),
  'invitations.sent': 'Invited people',
  'invitations.links_downloaded': 'Downloaded invitation links',
  'invitation.resent': 'Sent an invitation again',
  'invitation.revoked': 'Revoked an invitation',
  'invitation.link_copied': 'Copied an invitation link',
  'invitation.accepted': 'Joined with an invitation',
  'invitation.consent_requested': 'Asked to join with another address',
  'invitation.consent_granted': 'Approved join with different email',
  'invitation.consent_refused': 'Refused to let someone join with another address',
  'client_error.resolved': 'Resolved an error',
  'client_error.ignored': 'Ignored an error',
  'client_error.reopened': 'Reopened an error',
  'client_error.regressed': 'Resolved error seen again',
  'calendar_feed.removed': 'Removed calendar link',
  'prestige.disputed': 'Disputed a prestige entry',
  'prestige.dispute_upheld': 'Kept a disputed entry',
  'prestige.dispute_voided': 'Voided a disputed entry',
  'prestige.dry_run': 'Tried other prestige rules',
  'prestige.sharing_changed': 'Changed who sees their tier',
  'prestige.link_created': 'Created a statement link',
  'prestige.link_replaced': 'Replaced a statement link',
  'prestige.link_revoked': 'Revoked a statement link',
}

const REASON_LABELS: Readonly<Record<string, string>> = {
  role_required: 'Role required',
  reauth_required: 'Recent sign-in required',
  email_unverified: 'Email not verified',
  member_pending: 'Pending approval',
  member_declined: 'Declined',
  member_uninvited: 'Not invited',
  member_suspended: 'Suspended',
  member_former: 'Account deleted',
  session_required: 'Not signed in',
  session_expired: 'Session expired',
  session_ended: 'Signed out',
  session_revoked: 'Session revoked',
  session_invalid: 'Invalid session',
}

/** In the order of the alphabet, for a choice. */
export const ACTIONS = Object.entries(ACTION_LABELS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

export const actionLabel = (action: string) => ACTION_LABELS[action] ?? readable(action)

/** Codes in words; what an admin wrote as it is. */
export const reasonLabel = (reason: string) =>
  REASON_LABELS[reason] ?? (/^[a-z_]+$/.test(reason) ? readable(reason) : reason)

/** For codes of a newer server: `event.seat_offered` becomes "Event seat offered". */
function readable(code: string) {
  const words = code.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
