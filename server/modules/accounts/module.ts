import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import { handovers as handoverRecords } from './handovers/collection.ts'
import { createHandovers, handoversAccountData } from './handovers/handovers.ts'
import { actionLinkRoutes } from './action-links/routes.ts'
import { createActionLinkService } from './action-links/service.ts'
import { createAccountDataService } from './account-data/service.ts'
import { createActivityService, activityAccountData } from './activity/service.ts'
import { activityView } from './activity/view.ts'
import { createAdmission } from './admission/service.ts'
import { friendInvitations } from './invitations/collection.ts'
import { createApproval } from './invitations/approval.ts'
import { createMailedLinks } from './invitations/mailed-links.ts'
import { createInvitationService, invitationsAccountData } from './invitations/service.ts'
import { invitationView } from './invitations/view.ts'
import { memberLanguages } from './language/collection.ts'
import { createLanguageService, languageAccountData } from './language/service.ts'
import { createMembershipService } from './membership/service.ts'
import { sessionEnds, sessions as sessionRecords } from './sessions/collection.ts'
import { createSessionService, sessionsAccountData } from './sessions/service.ts'
import { termsAgreements } from './terms/collection.ts'
import { codeRequests, signInCodes as signInCodeRecords } from './sign-in-codes/collection.ts'
import { signInCodeRoutes } from './sign-in-codes/routes.ts'
import { createSignInCodeService, signInCodesAccountData } from './sign-in-codes/service.ts'
import { createTermsService, termsAgreementsAccountData } from './terms/service.ts'
import { accountDataRoutes, ownAccountRoutes } from './account-data/routes.ts'
import {
  adminInvitationRoutes,
  friendInvitationRoutes,
  invitedPersonRoutes,
  openInvitationRoutes,
} from './invitations/routes.ts'
import { languageRoutes } from './language/routes.ts'
import { recentSignIn } from './sessions/hooks.ts'
import { ownSessionRoutes, sensitiveSessionRoutes } from './sessions/routes.ts'
import { termsRoutes } from './terms/routes.ts'

export const views = [activityView, invitationView]
export const collections = [
  ...views.map((view) => view.of),
  sessionRecords,
  sessionEnds,
  termsAgreements,
  friendInvitations,
  memberLanguages,
  handoverRecords,
  signInCodeRecords,
  codeRequests,
]

export type Accounts = ReturnType<typeof createAccounts>

interface Earlier {
  operations: Operations
  community: Community
  people: People
  chapters: Chapters
}

/** Constructs admission, terms, sessions and the members' rights over their data. */
export function createAccounts(
  { config, store, clock, newId, logger, identity, mailer, metrics }: Platform,
  { operations, community, people, chapters }: Earlier,
) {
  const { audit } = operations
  const { memberChanges, members } = people
  const invitations = createInvitationService({
    config,
    store,
    clock,
    newId,
    mailer,
    operations,
    community,
    people,
    chapters,
  })
  const membership = createMembershipService({ config, clock, operations, people })
  const decideApproval = createApproval({ store, clock, operations, people, membership })
  const activity = createActivityService({ store, clock, logger })
  const handovers = createHandovers({ store, identity, clock, audit: audit.record })
  const admission = createAdmission({
    config,
    operations,
    community,
    people,
    invitations,
    activity,
    handovers,
  })
  const sessions = createSessionService({ config, identity, store, clock, audit, admission, metrics })
  const actionLinks = createActionLinkService({
    identity,
    store,
    clock,
    audit: audit.record,
    members,
    sessions,
    handovers,
  })
  const signInCodes = createSignInCodeService({
    config,
    store,
    clock,
    mailer,
    identity,
    sessions,
    actionLinks,
  })
  const mailedLinks = createMailedLinks({ config, store, clock, identity, operations, sessions })
  const languages = createLanguageService({ config, store })
  const terms = createTermsService({ store, clock, community })
  const accountData = createAccountDataService({ clock, identity, operations, people })

  chapters.importer.onLeadInvited(invitations.sender.inviteLead)
  members.onAccountChanged(sessions.evict)
  memberChanges.onChange(({ id, role, status, onboardedAt }) =>
    sessions.memberChanged(id, { role, status, onboarded: onboardedAt !== undefined }),
  )
  memberChanges.onMissed(sessions.evictAll)

  const routes: RoutesByScope = {
    everyone: [
      at('/action-links', actionLinkRoutes, { actionLinks }),
      at('/invitations', openInvitationRoutes, { invitations, mailedLinks }),
      at('/sign-in-codes', signInCodeRoutes, { signInCodes, origin: config.origins[0] }),
    ],
    newcomers: [at('/invitations', invitedPersonRoutes, { invitations })],
    'account owners': [
      at('/me/language', languageRoutes, { languages }),
      at('/me/agreement', termsRoutes, { terms }),
      at('/account', ownAccountRoutes, { accountData, people }),
      at('/sessions', ownSessionRoutes, { sessions }),
    ],
    'account owners who signed in recently': [
      at('/account', accountDataRoutes, { accountData, people }),
      at('/sessions', sensitiveSessionRoutes, { sessions, handovers }),
    ],
    members: [at('/invitations', friendInvitationRoutes, { invitations })],
    admins: [at('/admin/invitations', adminInvitationRoutes, { invitations, decideApproval })],
  }

  return {
    invitations,
    membership,
    activity,
    admission,
    sessions,
    signInCodes,
    recentSignIn: recentSignIn(sessions, clock),
    languages,
    terms,
    accountData,
    routes,
    start: sessions.syncEnds,
    jobs: [
      { name: 'deletions', every: MINUTE, run: accountData.deleteDueAccounts },
      { name: 'ended hand-overs', every: HOUR, run: actionLinks.deleteExpired },
      { name: 'expired sign-in codes', every: HOUR, run: signInCodes.deleteExpired },
      { name: 'ended invitations', every: HOUR, run: invitations.sender.deleteExpired },
    ] satisfies Job[],
    accountDataParts: [
      sessionsAccountData(sessions),
      termsAgreementsAccountData(terms),
      invitationsAccountData(invitations),
      activityAccountData(activity),
      handoversAccountData,
      signInCodesAccountData,
      languageAccountData(languages),
    ] satisfies AccountDataPart[],
  }
}
