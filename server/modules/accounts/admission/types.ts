/** A change of an account's address. Addresses are in lower case. */
export interface AddressChange {
  member: string
  from: string
  to: string
}
