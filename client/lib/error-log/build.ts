/** Identifies the source maps of this page's scripts; `dev` when there are none. */
export const buildOf = (page: Document) => page.documentElement.dataset['build'] ?? 'dev'
