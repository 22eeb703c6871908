const ACTIONS: Readonly<Record<string, string>> = {
  'member.joined': 'Joined',
  'member.updated_at_sign_in': 'Address or role changed at sign-in',
  'member.deletion_asked': 'Asked to delete the account',
  'member.deletion_taken_back': 'Kept the account after all',
  'member.deleted': 'Account deleted',
  'own_data.exported': 'Downloaded their own data',
  'session.exchanged': 'Signed in',
  'session.renewed': 'Stayed signed in',
  'session.switched': 'Switched account',
  'session.ended': 'Signed out',
  'session.ended_everywhere': 'Signed out everywhere',
  'session.denied': 'Was refused',
}

const REASONS: Readonly<Record<string, string>> = {
  role_required: 'Needs another role',
  reauth_required: 'Had to sign in again first',
  email_unverified: 'Address not verified',
  member_pending: 'Not approved yet',
  member_suspended: 'Suspended',
  member_former: 'Account deleted',
  session_required: 'Not signed in',
  session_expired: 'Session expired',
  session_ended: 'Had signed out',
  session_revoked: 'Session withdrawn',
  session_invalid: 'Session not valid',
}

export const actionLabel = (action: string) => ACTIONS[action] ?? inWords(action)
export const reasonLabel = (reason: string) => REASONS[reason] ?? inWords(reason)

/** What a later version writes is readable too: `event.seat_offered` becomes "Event seat offered". */
function inWords(code: string) {
  const words = code.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
