import { introductionOf } from '#server/testing/matrices/visibility/introductions.ts'
import {
  callsTo,
  NO_MEMBERS,
  type RouteCheck,
  type RouteRule,
  showsMembers,
} from '#server/testing/matrices/visibility/route-rule.ts'

const ofIntroduction =
  (path: string): RouteCheck['calls'] =>
  (viewer, other) => [{ url: `/api/introductions/${introductionOf(viewer, other)}${path}` }]

/** Everyone is a lead of the chapter. */
const ofChapterPerson = (path: string, body?: object): RouteCheck => ({
  calls: (_, other) => [{ url: `/api/chapters/first/people/${other.uid}${path}`, body }],
})

const LETTERS = 'A letter is the chapter’s: members get those of an author who blocked them (decision 150).'

export const people: Record<string, RouteRule> = {
  'GET /api/chapters': NO_MEMBERS,
  'GET /api/chapters/choices': NO_MEMBERS,
  'GET /api/chapters/proposal': NO_MEMBERS,
  'PUT /api/chapters/proposal': NO_MEMBERS,
  'DELETE /api/chapters/proposal': NO_MEMBERS,
  'GET /api/chapters/:slug': showsMembers('/api/chapters/first'),
  'PUT /api/chapters/:slug/membership': NO_MEMBERS,
  'DELETE /api/chapters/:slug/membership': NO_MEMBERS,
  'PUT /api/chapters/:slug/membership/offer': NO_MEMBERS,
  'DELETE /api/chapters/:slug/membership/offer': NO_MEMBERS,
  'POST /api/chapters/:slug/membership/term': NO_MEMBERS,
  'POST /api/chapters/:slug/membership/undo': NO_MEMBERS,
  'GET /api/chapters/:slug/letters': {
    calls: callsTo('/api/chapters/first/letters'),
    showsBefore: true,
    differsFromSuspension: LETTERS,
  },
  'GET /api/chapters/:slug/letters/plan': showsMembers('/api/chapters/first/letters/plan'),
  'GET /api/chapters/:slug/letters/:letterId': {
    calls: (_, { event }) => [{ url: `/api/chapters/first/letters/sent-${event}` }],
    showsBefore: true,
    differsFromSuspension: LETTERS,
  },
  'POST /api/chapters/:slug/letters': NO_MEMBERS,
  'PUT /api/chapters/:slug/letters/:letterId': NO_MEMBERS,
  'DELETE /api/chapters/:slug/letters/:letterId': NO_MEMBERS,
  'PUT /api/chapters/:slug/membership/letters': NO_MEMBERS,
  'GET /api/chapters/:slug/members': showsMembers('/api/chapters/first/members'),
  'GET /api/chapters/:slug/health': showsMembers('/api/chapters/first/health'),
  'GET /api/chapters/:slug/people': showsMembers('/api/chapters/first/people'),
  'POST /api/chapters/:slug/people/export':
    'The same people as in the list, without ids. Its own test blocks its reader.',
  'PUT /api/chapters/:slug/people/:memberId': ofChapterPerson(''),
  'DELETE /api/chapters/:slug/people/:memberId': ofChapterPerson(''),
  'POST /api/chapters/:slug/people/:memberId/answer': ofChapterPerson('/answer', { answer: 'approve' }),
  'PUT /api/chapters/:slug/people/:memberId/role': ofChapterPerson('/role', { role: 'host' }),
  'GET /api/members/:memberId': {
    calls: (_, other) => [{ url: `/api/members/${other.uid}` }],
    showsBefore: true,
    allowed: {
      toBlocker: ['id', 'name', 'profile'],
      because: 'A blocker can open the profile, to unblock.',
    },
  },
  'GET /api/search': {
    calls: (_, { details }) =>
      [details.name, details.profile].map((q) => ({ url: `/api/search?q=${encodeURIComponent(q)}` })),
    showsBefore: true,
  },
  'GET /api/asks': showsMembers('/api/asks'),
  'GET /api/asks/own': { calls: () => [{ url: '/api/asks/own' }] },
  'GET /api/asks/fulfilled': { calls: () => [{ url: '/api/asks/fulfilled' }] },
  'GET /api/asks/:askId/helpers': { calls: () => [{ url: '/api/asks/none/helpers' }] },
  'POST /api/asks/:askId/fulfilment': NO_MEMBERS,
  'DELETE /api/asks/:askId/fulfilment': NO_MEMBERS,
  'PUT /api/asks/:askId/helper': NO_MEMBERS,
  'POST /api/asks/:askId/help': { calls: (_, other) => [{ url: `/api/asks/${other.ask}/help` }] },
  'GET /api/directory': {
    calls: (_, { details }) => [
      { url: '/api/directory' },
      ...[details.name, details.profile].map((q) => ({ url: `/api/directory?q=${encodeURIComponent(q)}` })),
      { url: `/api/directory?keyword=${encodeURIComponent(`${details.profile} keyword`)}` },
    ],
    showsBefore: true,
  },
  'GET /api/directory/facets': showsMembers('/api/directory/facets'),
  'GET /api/suggestions': showsMembers('/api/suggestions'),
  'GET /api/dashboard': showsMembers('/api/dashboard'),
  'GET /api/notifications': { calls: () => [{ url: '/api/notifications' }] },
  'GET /api/notifications/unread': { calls: () => [{ url: '/api/notifications/unread' }] },
  'GET /api/notifications/stream':
    'Contains the number that `/unread` does, and names of live views that the request named.',
  'POST /api/notifications/read': { calls: () => [{ url: '/api/notifications/read', body: {} }] },
  'POST /api/moderation/reports': {
    calls: (_, other) => [
      {
        url: '/api/moderation/reports',
        body: { kind: 'profile', id: other.uid, reason: 'spam', text: '' },
      },
    ],
  },
  'GET /api/moderation/reports': { calls: () => [{ url: '/api/moderation/reports' }] },
  'GET /api/moderation/warnings': 'Contains only what admins wrote to the member who asks.',
  'POST /api/moderation/warnings/:reportId/acknowledgement': NO_MEMBERS,
  'POST /api/meetings/best-times': {
    calls: (_, other) => [
      { url: '/api/meetings/best-times', body: { participants: [other.uid], durationMinutes: 30 } },
    ],
  },
  'GET /api/introductions': showsMembers('/api/introductions'),
  'GET /api/introductions/candidates': {
    calls: (viewer, other) =>
      [viewer.friend, other.uid].map((id) => ({ url: `/api/introductions/candidates?member=${id}` })),
  },
  'POST /api/introductions': {
    calls: (viewer, other) => [
      { url: '/api/introductions', body: { people: [other.uid, viewer.friend], reason: 'Printers' } },
    ],
  },
  'POST /api/introductions/:introductionId/decline': { calls: ofIntroduction('/decline') },
  'POST /api/introductions/:introductionId/accept': { calls: ofIntroduction('/accept') },
  'PUT /api/suggestions/:memberId/dismissal': {
    calls: (_, other) => [{ url: `/api/suggestions/${other.uid}/dismissal` }],
  },
  'DELETE /api/suggestions/:memberId/dismissal': {
    calls: (_, other) => [{ url: `/api/suggestions/${other.uid}/dismissal` }],
  },
}
