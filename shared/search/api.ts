import { SearchQuerySchema, SearchResultsSchema } from './schema.ts'

/** Routes of the module, by method and path. */
export const searchApi = {
  'GET /api/search': {
    summary: 'Search people, events and meetings',
    querystring: SearchQuerySchema,
    response: { 200: SearchResultsSchema },
  },
}
