import * as m from '#shared/admin/messages.ts'
import type { AuditLine } from '#shared/admin/audit.ts'
import { locale } from '#shared/lib/language/current.ts'

/** Labels of admins' commands on others' events. */
const labelsByAdmin = (labels: Readonly<Record<string, () => string>>) =>
  Object.fromEntries(
    Object.entries(labels).map(([action, label]) => [
      `${action}_by_admin`,
      () => m.didAsAdmin({ action: label() }),
    ]),
  )

const ACTION_LABELS: Readonly<Record<string, () => string>> = {
  'audit.exported': m.didAuditExported,
  'member.joined': m.didMemberJoined,
  'member.updated_at_sign_in': m.didMemberUpdatedAtSignIn,
  'member.approved': m.didMemberApproved,
  'member.declined': m.didMemberDeclined,
  'member.suspended': m.didMemberSuspended,
  'member.suspension_ended': m.didMemberSuspensionEnded,
  'member.restored': m.didMemberRestored,
  'member.role_changed': m.didMemberRoleChanged,
  'member.viewed_by_admin': m.didMemberViewedByAdmin,
  'member.signed_out_everywhere': m.didMemberSignedOutEverywhere,
  'member.verification_resent': m.didMemberVerificationResent,
  'report.viewed_by_admin': m.didReportViewedByAdmin,
  'report.dismissed': m.didReportDismissed,
  'report.content_hidden': m.didReportContentHidden,
  'report.content_restored': m.didReportContentRestored,
  'report.member_warned': m.didReportMemberWarned,
  'report.member_suspended': m.didReportMemberSuspended,
  'members.listed_by_admin': m.didMembersListedByAdmin,
  'members.searched_by_admin': m.didMembersSearchedByAdmin,
  'members.exported': m.didMembersExported,
  'settings.joining_changed': m.didSettingsJoiningChanged,
  'settings.organisation_changed': m.didSettingsOrganisationChanged,
  'settings.landing_changed': m.didSettingsLandingChanged,
  'settings.about_changed': m.didSettingsAboutChanged,
  'settings.terms_changed': m.didSettingsTermsChanged,
  'settings.privacy_changed': m.didSettingsPrivacyChanged,
  'settings.contact_changed': m.didSettingsContactChanged,
  'settings.consent_changed': m.didSettingsConsentChanged,
  'settings.accent_changed': m.didSettingsAccentChanged,
  'settings.logo_changed': m.didSettingsLogoChanged,
  'settings.industries_changed': m.didSettingsIndustriesChanged,
  'settings.profiles_changed': m.didSettingsProfilesChanged,
  'settings.publicEvents_changed': m.didSettingsPublicEventsChanged,
  'settings.guests_changed': m.didSettingsGuestsChanged,
  'ask.fulfilled': m.didAskFulfilled,
  'ask.helper_agreed': m.didAskHelperAgreed,
  'ask.helper_declined': m.didAskHelperDeclined,
  'settings.chapterExports_changed': m.didSettingsChapterExportsChanged,
  'member.deletion_requested': m.didMemberDeletionRequested,
  'member.deletion_cancelled': m.didMemberDeletionCancelled,
  'member.deleted': m.didMemberDeleted,
  'member.data_exported': m.didMemberDataExported,
  'session.exchanged': m.didSessionExchanged,
  'session.renewed': m.didSessionRenewed,
  'session.switched': m.didSessionSwitched,
  'session.ended': m.didSessionEnded,
  'session.ended_everywhere': m.didSessionEndedEverywhere,
  'session.ended_elsewhere': m.didSessionEndedElsewhere,
  'session.others_ended': m.didSessionOthersEnded,
  'session.denied': m.didSessionDenied,
  'account.taken_over': m.didAccountTakenOver,
  'account.disowned': m.didAccountDisowned,
  'account.email_restored': m.didAccountEmailRestored,
  'account.email_change_undone': m.didAccountEmailChangeUndone,
  'account.email_change_started': m.didAccountEmailChangeStarted,
  'account.password_change_started': m.didAccountPasswordChangeStarted,
  'account.google_link_started': m.didAccountGoogleLinkStarted,
  'account.google_unlink_started': m.didAccountGoogleUnlinkStarted,
  'chapter.created': m.didChapterCreated,
  'chapter.edited': m.didChapterEdited,
  'chapter.joined': m.didChapterJoined,
  'chapter.asked': m.didChapterAsked,
  'chapter.left': m.didChapterLeft,
  'chapter.move_undone': m.didChapterMoveUndone,
  'chapter.request_approved': m.didChapterRequestApproved,
  'chapter.request_declined': m.didChapterRequestDeclined,
  'chapter.member_invited': m.didChapterMemberInvited,
  'chapter.membership_ended': m.didChapterMembershipEnded,
  'chapter.term_renewed': m.didChapterTermRenewed,
  'chapter.proposed': m.didChapterProposed,
  'chapter.proposal_withdrawn': m.didChapterProposalWithdrawn,
  'chapter.proposal_accepted': m.didChapterProposalAccepted,
  'chapter.proposal_declined': m.didChapterProposalDeclined,
  'chapter.lead_offered': m.didChapterLeadOffered,
  'chapter.lead_offer_withdrawn': m.didChapterLeadOfferWithdrawn,
  'chapter.role_changed': m.didChapterRoleChanged,
  'chapter.people_exported': m.didChapterPeopleExported,
  'chapter.merged': m.didChapterMerged,
  'chapter.merge_undone': m.didChapterMergeUndone,
  'chapter.moved_by_merge': m.didChapterMovedByMerge,
  'chapter.returned_from_merge': m.didChapterReturnedFromMerge,
  'chapter.letter_sent': m.didChapterLetterSent,
  'chapter.letter_scheduled': m.didChapterLetterScheduled,
  'chapter.letter_deleted': m.didChapterLetterDeleted,
  'round.opened': m.didRoundOpened,
  'round.member_moved': m.didRoundMemberMoved,
  'round.member_invited': m.didRoundMemberInvited,
  'round.released': m.didRoundReleased,
  'round.cancelled': m.didRoundCancelled,
  'event.imported': m.didEventImported,
  'event.published': m.didEventPublished,
  'event.cancelled': m.didEventCancelled,
  'event.completed': m.didEventCompleted,
  'event.deleted': m.didEventDeleted,
  'event.organiser_changed': m.didEventOrganiserChanged,
  'event.draft_viewed_by_admin': m.didEventDraftViewedByAdmin,
  'event.guest_invited': m.didEventGuestInvited,
  'event.guest_withdrawn': m.didEventGuestWithdrawn,
  'event.roster_exported': m.didEventRosterExported,
  'event.absentees_exported': m.didEventAbsenteesExported,
  'event.group_messaged': m.didEventGroupMessaged,
  'event.member_added': m.didEventMemberAdded,
  'event.member_removed': m.didEventMemberRemoved,
  'event.member_promoted': m.didEventMemberPromoted,
  'event.request_accepted': m.didEventRequestAccepted,
  'event.request_declined': m.didEventRequestDeclined,
  'event.attendee_messaged': m.didEventAttendeeMessaged,
  'event.post_removed': m.didEventPostRemoved,
  'event.picture_removal_requested': m.didEventPictureRemovalRequested,
  'event.picture_kept': m.didEventPictureKept,
  'event.picture_removed': m.didEventPictureRemoved,
  'event.members_invited': m.didEventMembersInvited,
  'event.invitation_withdrawn': m.didEventInvitationWithdrawn,
  'event.invitees_reminded': m.didEventInviteesReminded,
  ...labelsByAdmin({
    'event.request_accepted': m.didEventRequestAccepted,
    'event.request_declined': m.didEventRequestDeclined,
    'event.members_invited': m.didEventMembersInvited,
    'event.invitation_withdrawn': m.didEventInvitationWithdrawn,
    'event.invitees_reminded': m.didEventInviteesReminded,
    'event.edited': m.didEventEdited,
    'event.draft': m.didEventDraft,
    'event.imported': m.didEventImported,
    'event.published': m.didEventPublished,
    'event.cancelled': m.didEventCancelled,
    'event.completed': m.didEventCompleted,
    'event.deleted': m.didEventDeleted,
    'event.announcement_sent': m.didEventAnnouncementSent,
    'event.picture_kept': m.didEventPictureKept,
    'event.picture_removed': m.didEventPictureRemoved,
    'event.recap_edited': m.didEventRecapEdited,
    'event.tables_changed': m.didEventTablesChanged,
    'event.post_removed': m.didEventPostRemoved,
    'event.checked_in': m.didEventCheckedIn,
    'event.check_in_undone': m.didEventCheckInUndone,
    'event.member_added': m.didEventMemberAdded,
    'event.member_removed': m.didEventMemberRemoved,
    'event.member_promoted': m.didEventMemberPromoted,
    'event.attendee_messaged': m.didEventAttendeeMessaged,
  }),
  'invitations.sent': m.didInvitationsSent,
  'invitations.links_downloaded': m.didInvitationsLinksDownloaded,
  'invitation.friend_invited': m.didInvitationFriendInvited,
  'invitation.guests_invited': m.didInvitationGuestsInvited,
  'invitation.resent': m.didInvitationResent,
  'invitation.revoked': m.didInvitationRevoked,
  'invitation.link_copied': m.didInvitationLinkCopied,
  'invitation.accepted': m.didInvitationAccepted,
  'invitation.address_verified': m.didInvitationAddressVerified,
  'invitation.consent_requested': m.didInvitationConsentRequested,
  'invitation.consent_granted': m.didInvitationConsentGranted,
  'invitation.consent_refused': m.didInvitationConsentRefused,
  'client_error.resolved': m.didClientErrorResolved,
  'client_error.ignored': m.didClientErrorIgnored,
  'client_error.reopened': m.didClientErrorReopened,
  'client_error.regressed': m.didClientErrorRegressed,
  'calendar_feed.removed': m.didCalendarFeedRemoved,
  'prestige.disputed': m.didPrestigeDisputed,
  'prestige.dispute_upheld': m.didPrestigeDisputeUpheld,
  'prestige.dispute_voided': m.didPrestigeDisputeVoided,
  'prestige.dry_run': m.didPrestigeDryRun,
  'prestige.sharing_changed': m.didPrestigeSharingChanged,
  'prestige.link_created': m.didPrestigeLinkCreated,
  'prestige.link_replaced': m.didPrestigeLinkReplaced,
  'prestige.link_revoked': m.didPrestigeLinkRevoked,
}

/** Sorted alphabetically, for a select field. */
export const actions = () =>
  Object.entries(ACTION_LABELS)
    .map(([value, label]) => ({ value, label: label() }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale()))

export const actionLabel = (action: string) => ACTION_LABELS[action]?.() ?? readable(action)

/** Targets that concern no one in particular. */
const TARGET_LABELS: Readonly<Record<string, () => string>> = {
  members: () => m.sectionName({ section: 'members' }),
  'settings:joining': () => m.sectionName({ section: 'joining' }),
}

/** An id where nothing has a name, such as a deleted event. */
export function targetLabel({ target = '', targetName }: Pick<AuditLine, 'target' | 'targetName'>) {
  const [kind, part = ''] = target.split(':')
  const label = TARGET_LABELS[target] ?? (kind === 'settings' && (() => m.settingsPart({ part })))
  return targetName ?? (label ? label() : target)
}

/** Codes in words; an admin's own text is unchanged. */
export function reasonLabel(reason: string) {
  const known = m.denialReason({ reason })
  return known === reason && /^[a-z_]+$/.test(reason) ? readable(reason) : known
}

/** Readable form of a newer server's codes: `event.seat_offered` becomes "Event seat offered". */
function readable(code: string) {
  const words = code.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
