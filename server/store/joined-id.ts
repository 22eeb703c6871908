import { hash } from 'node:crypto'

/**
 * The id of a document that is unique for these parts, such as a pair of people or a member's answer to an event: 43
 * characters, whatever the length of the parts. Their order matters.
 */
export const joinedId = (...parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'base64url')
