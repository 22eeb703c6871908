/** Characters of a password. The minimum is stricter than the identity provider's. */
export const PASSWORD = { min: 8, max: 1024 } as const
