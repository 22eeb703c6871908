/** Anonymous id of a member in groups and samples. */
export const personOf = (userId: string, keyedHash: (text: string) => string) =>
  keyedHash(`client-error-member:${userId}`).slice(0, 16)
