import { DashboardSchema } from './schema.ts'

/** Routes of the module, by method and path. */
export const dashboardApi = {
  'GET /api/dashboard': { summary: 'Get your dashboard', response: { 200: DashboardSchema } },
}
