import { LandingCommunitySchema } from './landing.ts'
import { PublicTextsSchema } from './settings.ts'

/** Routes of the module, by method and path. */
export const communityApi = {
  'GET /api/public/texts': {
    summary: 'Get community texts',
    response: { 200: PublicTextsSchema },
  },
  'GET /api/public/landing': {
    summary: 'Get figures and members of the landing page',
    response: { 200: LandingCommunitySchema },
  },
}
