export const INTAKE = '/api/client-errors'
export const INTAKE_HEADERS = { 'content-type': 'application/json', 'x-csrf': '1' }
