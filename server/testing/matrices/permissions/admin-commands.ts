import { randomUUID } from 'node:crypto'

import { DEFAULT_SETTINGS, SETTINGS_SECTIONS } from '#shared/community/settings.ts'
import { ERROR_STATES } from '#shared/operations/client-error-rules.ts'
import { errorGroups } from '#server/modules/operations/client-errors/groups/collection.ts'
import { type InvitationDocument, invitations } from '#server/modules/accounts/invitations/collection.ts'
import { hashOfSecret } from '#server/lib/secret-links.ts'
import { createTokens } from '#server/modules/accounts/invitations/tokens.ts'
import { chapterProposals } from '#server/modules/chapters/proposals/collection.ts'
import { chapterDocument, proposalDocument, putChapter } from '#server/testing/fixtures/chapters.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { keysOf } from '#shared/lib/records.ts'

import { adminCases, type CommandCase, type CommandRequest, ifMatch } from './command.ts'
import type { PermissionsFixture } from './fixture.ts'

/** Saving the existing values succeeds and changes nothing, so that the sections stay unchanged. */
const settings = keysOf(SETTINGS_SECTIONS).flatMap((section) => {
  const saved = (version: number) => async () => ({
    url: `/api/admin/settings/${section}`,
    body: DEFAULT_SETTINGS[section],
    headers: ifMatch(version),
  })
  return adminCases(`PUT /api/admin/settings/${section}`, {
    'as it is': { prepare: saved(0), outcome: '200' },
  })
})

const chapterEdit = {
  name: 'Berlin',
  region: '',
  place: '',
  timeZone: 'Europe/Berlin',
  language: 'en',
  about: '',
  joinRule: 'open',
  listing: 'members',
  state: 'active',
}
/** An open proposal of someone who has just joined. */
async function proposing(fixture: PermissionsFixture, answer: string, body: object) {
  const { uid } = await fixture.member()
  const slugs = [`c${randomUUID()}`, `c${randomUUID()}`]
  await fixture.store.transact(async (tx) => {
    for (const slug of slugs) putChapter(tx, chapterDocument(slug))
    tx.put(chapterProposals, proposalDocument(uid))
  })
  return { url: `/api/admin/chapters/proposals/${uid}/${answer}`, body, headers: ifMatch(1) }
}

const chapterCommands = [
  ...adminCases('POST /api/admin/chapters/proposals/{memberId}/approval', {
    open: {
      prepare: (fixture) => proposing(fixture, 'approval', { ...chapterEdit, slug: `c${randomUUID()}` }),
      outcome: '201',
    },
  }),
  ...adminCases('POST /api/admin/chapters/proposals/{memberId}/refusal', {
    open: { prepare: (fixture) => proposing(fixture, 'refusal', { note: 'Too close' }), outcome: '204' },
  }),
  ...adminCases('POST /api/admin/chapters', {
    new: {
      prepare: async () => ({
        url: '/api/admin/chapters',
        body: { ...chapterEdit, slug: `c${randomUUID()}` },
      }),
      outcome: '201',
    },
  }),
  ...adminCases('POST /api/admin/chapters/import', {
    new: {
      prepare: async () => ({
        url: '/api/admin/chapters/import',
        body: { chapters: [{ ...chapterEdit, slug: `c${randomUUID()}` }] },
      }),
      outcome: '204',
    },
  }),
  ...adminCases('PUT /api/admin/chapters/{slug}', {
    existing: {
      async prepare({ store }) {
        const slug = `c${randomUUID()}`
        await store.transact(async (tx) => putChapter(tx, chapterDocument(slug)))
        const body = { ...chapterEdit, slug }
        return { url: `/api/admin/chapters/${slug}`, body, headers: ifMatch(1) }
      },
      outcome: '200',
    },
  }),
  ...adminCases('POST /api/admin/chapters/{slug}/merge', {
    'into another': {
      async prepare({ store, services }) {
        // One at a time: the job continues what failed half-way.
        await services.chapters.merging.advanceDue()
        const [slug, into] = [`c${randomUUID()}`, `c${randomUUID()}`]
        await store.transact(async (tx) => {
          for (const id of [slug, into]) putChapter(tx, chapterDocument(id))
        })
        return { url: `/api/admin/chapters/${slug}/merge`, body: { into } }
      },
      outcome: '204',
    },
  }),
  ...adminCases('POST /api/admin/chapters/{slug}/merge/undo', {
    unmerged: {
      async prepare({ store }) {
        const slug = `c${randomUUID()}`
        await store.transact(async (tx) => putChapter(tx, chapterDocument(slug)))
        return { url: `/api/admin/chapters/${slug}/merge/undo` }
      },
      outcome: '204',
    },
  }),
]

const errors = adminCases(
  'PUT /api/admin/client-errors/{fingerprint}/state',
  Object.fromEntries(
    [...ERROR_STATES, 'absent' as const].map((state) => [
      state,
      { prepare: resolving(state), outcome: state === 'absent' ? '404 error_not_found' : '204' },
    ]),
  ),
)

function resolving(state: (typeof ERROR_STATES)[number] | 'absent'): CommandCase['prepare'] {
  return async ({ store }) => {
    const id = randomUUID()
    const at = inHours(-1)
    if (state !== 'absent')
      await store.transact(async (tx) =>
        tx.put(errorGroups, {
          id,
          version: 1,
          state,
          type: 'Error',
          message: 'Broken',
          count: 1,
          firstAt: at,
          lastAt: at,
          hours: [],
          releases: [],
          browsers: [],
          samples: [],
          members: 1,
          visitors: 0,
          awaitsMap: false,
        }),
      )
    const body = { state: 'resolved' }
    return { url: `/api/admin/client-errors/${id}/state`, body, headers: ifMatch(1) }
  }
}

const INVITATION_STATES: Record<string, () => Partial<InvitationDocument>> = {
  open: () => ({}),
  expired: () => ({ expiresAt: inHours(-1) }),
  accepted: () => ({ state: 'accepted', acceptedBy: 'someone' }),
  revoked: () => ({ state: 'revoked' }),
}
const ACCEPTED = '409 invitation_accepted'
const REVOKED = '409 invitation_revoked'
const EXPIRED = '409 invitation_expired'
const STRANGER = 'stranger'

/** A person without an account asks for it with another address. */
const invitationCommand = (
  name: string,
  request: Omit<CommandRequest, 'url'>,
  //         open    expired accepted revoked
  outcomes: [string, string, string, string],
) =>
  adminCases(
    `POST /api/admin/invitations/{invitationId}/${name}`,
    Object.fromEntries(
      Object.entries(INVITATION_STATES).map(([state, more], at) => [
        state,
        {
          outcome: outcomes[at]!,
          async prepare({ store, admin, config }: PermissionsFixture) {
            const id = randomUUID()
            const link = { id, linkKey: 'key' }
            await store.transact(async (tx) =>
              tx.put(invitations, {
                ...link,
                version: 1,
                email: `${id}@example.org`,
                state: 'open',
                tokenHash: hashOfSecret(createTokens(config.secret)(link)),
                sentAt: inHours(-30),
                sentBy: admin.uid,
                expiresAt: inHours(30),
                deleteAt: inHours(300),
                profile: {},
                request: { memberId: STRANGER, email: 'a@b.test', at: inHours(-1), consent: 'waiting' },
                ...more(),
              }),
            )
            return { url: `/api/admin/invitations/${id}/${name}`, ...request }
          },
        },
      ]),
    ),
  )

const invitationCommands = [
  ...invitationCommand('link', {}, ['200', '409 no_link', '409 no_link', '409 no_link']),
  ...invitationCommand('resend', { headers: ifMatch(1) }, ['200', '200', ACCEPTED, '200']),
  ...invitationCommand('revocation', { headers: ifMatch(1) }, ['200', '200', ACCEPTED, '200']),
  ...invitationCommand('approval', { headers: ifMatch(1), body: { memberId: STRANGER, grant: true } }, [
    '200',
    EXPIRED,
    ACCEPTED,
    REVOKED,
  ]),
  ...adminCases('POST /api/admin/invitations/import', {
    'nobody invited yet': {
      prepare: async () => ({
        url: '/api/admin/invitations/import',
        body: { rows: [{ email: `${randomUUID()}@example.org` }], preview: false },
      }),
      outcome: '200',
    },
  }),
]

const verifying =
  (emailOf: (fixture: PermissionsFixture) => string): CommandCase['prepare'] =>
  async (fixture) => ({ url: '/api/admin/members/verification-emails', body: { email: emailOf(fixture) } })
const verification = adminCases(
  'POST /api/admin/members/verification-emails',
  {
    'no account': { prepare: verifying(() => `${randomUUID()}@example.org`), outcome: '200 noAccount' },
    'not verified': { prepare: verifying(({ unverified }) => unverified.email), outcome: '200 sent' },
    verified: { prepare: verifying(({ ada }) => ada.email), outcome: '200 verified' },
  },
  ({ outcome }: { outcome: string }) => outcome,
)

export const adminCommands: CommandCase[] = [
  ...settings,
  ...chapterCommands,
  ...errors,
  ...invitationCommands,
  ...verification,
]
