import { createHmac, randomUUID, sign } from 'node:crypto'

import { selfSigned } from './certificate.ts'

interface SigningKey {
  id: string
  certificate: string
  privateKey: string
}

export type Claims = Record<string, unknown>

export const createSigningKey = (): SigningKey => ({ id: randomUUID(), ...selfSigned(['signing-key']) })

const encode = (part: object | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

/**
 * @param claims or their JSON, for values that `JSON.stringify` would not write
 * @param header changes to it, for instance another `kid` or none
 */
export function signRs256(claims: Claims | string, key: SigningKey, header: object = {}): string {
  const text = `${encode({ alg: 'RS256', kid: key.id, typ: 'JWT', ...header })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key.privateKey).toString('base64url')}`
}

/** Signed with the public certificate as if it were a shared secret. */
export function signHs256(claims: Claims, key: SigningKey): string {
  const text = `${encode({ alg: 'HS256', kid: key.id, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', key.certificate).update(text).digest('base64url')}`
}

export const unsigned = (claims: Claims, header: object = {}) =>
  `${encode({ alg: 'none', typ: 'JWT', ...header })}.${encode(claims)}.`

/** The same token with another last character: base64url leaves four bits of an RSA signature's end unused. */
export function respelled(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  return token.slice(0, -1) + alphabet[last ^ 1]
}

export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims
