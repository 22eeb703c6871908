/**
 * The version of `/api`, which pages send with every call. Raise it whenever a page that is open in a browser could not
 * work with the changed API: such pages then offer a reload.
 */
export const API_VERSION = 10
export const CLIENT_VERSION_HEADER = 'x-client-version'
/** Code of the problem that a page of another version gets. */
export const STALE_CLIENT = 'stale_client'
