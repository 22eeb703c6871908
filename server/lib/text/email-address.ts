/**
 * The part of RFC 5321 that mail servers and the identity provider accept: no quotes, no comments, no other scripts.
 */
const EMAIL =
  /^(?!\.|[^@]*\.@)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** @param text in lower case */
export const isEmailAddress = (text: string) => text.length <= 254 && EMAIL.test(text) && !text.includes('..')
