/** Identifies the source maps that fit this page's scripts; `dev` where there are none. */
export const buildOf = (page: Document) => page.documentElement.dataset['build'] ?? 'dev'
