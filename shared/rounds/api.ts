import { Type } from 'typebox'

import { CursorQuerySchema, IdSchema } from '#shared/lib/page.ts'
import { IdempotencyKeyHeaderSchema, NO_CONTENT } from '#shared/lib/route-parts.ts'

import { buddiesApi } from './buddies.ts'
import { emailedRoundsApi } from './emailed.ts'
import { newcomersApi } from './newcomers.ts'
import {
  MemberRoundsSchema,
  NewRoundSchema,
  OptInSchema,
  RoundGroupsSchema,
  RoundMoveSchema,
  RoundPageSchema,
  RoundSchema,
} from './schema.ts'
import { tablesApi } from './tables.ts'

const ofRound = Type.Object({ roundId: IdSchema })

/** Routes of the module, by method and path. */
export const roundsApi = {
  ...tablesApi,
  ...newcomersApi,
  ...buddiesApi,
  ...emailedRoundsApi,
  'GET /api/rounds': {
    summary: 'List the rounds that you can join or have joined',
    response: { 200: MemberRoundsSchema },
  },
  'PUT /api/rounds/:roundId/opt-in': {
    summary: 'Join a round',
    params: ofRound,
    body: OptInSchema,
    response: { 200: MemberRoundsSchema },
  },
  'DELETE /api/rounds/:roundId/opt-in': {
    summary: 'Opt out of a round',
    params: ofRound,
    response: NO_CONTENT,
  },
  'DELETE /api/rounds/every': {
    summary: 'Stop joining every round',
    response: NO_CONTENT,
  },
  'GET /api/organiser/rounds': {
    summary: 'List rounds',
    querystring: CursorQuerySchema,
    response: { 200: RoundPageSchema },
  },
  'POST /api/organiser/rounds': {
    headers: IdempotencyKeyHeaderSchema,
    summary: 'Open a round',
    body: NewRoundSchema,
    response: { 201: RoundSchema },
  },
  'GET /api/organiser/rounds/:roundId': {
    summary: 'Get a round',
    params: ofRound,
    response: { 200: RoundSchema },
  },
  'GET /api/organiser/rounds/:roundId/groups': {
    summary: 'List the groups of a round',
    params: ofRound,
    querystring: CursorQuerySchema,
    response: { 200: RoundGroupsSchema },
  },
  'PUT /api/organiser/rounds/:roundId/people/:memberId': {
    summary: 'Move someone to another group, or leave them out',
    params: Type.Object({ roundId: IdSchema, memberId: IdSchema }),
    body: RoundMoveSchema,
    response: NO_CONTENT,
  },
  'POST /api/organiser/rounds/:roundId/release': {
    summary: 'Release the groups of a round',
    params: ofRound,
    response: { 200: RoundSchema },
  },
  'POST /api/organiser/rounds/:roundId/cancel': {
    summary: 'Cancel a round',
    params: ofRound,
    response: { 200: RoundSchema },
  },
}
